import { signatureKey } from '#contract/calls/documents.ts'
import { requestSigningCode, sendRequest } from '#contract/calls/requests.ts'
import { createDevices } from '#server/http/devices.ts'
import type { Router } from '#server/http/router.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { RequestViews } from '../requests/index.ts'
import { fingerprint, publicKeyText, signingKeys } from './keys.ts'
import type { AskForCode } from './packages.ts'
import type { SendRequest } from './sending.ts'

interface Parts {
  readonly router: Router
  readonly platform: Platform
  readonly views: RequestViews
  readonly askForCode: AskForCode
  readonly send: SendRequest
}

export function signingRoutes({ router, platform, views, askForCode, send }: Parts) {
  const { current } = signingKeys(platform.keys)
  const devices = createDevices(platform, 'client')

  router.read(signatureKey, async () => ({
    key: publicKeyText(current.publicKey),
    fingerprint: fingerprint(current.publicKey),
  }))

  router.read(requestSigningCode, ({ actor, params, body }) => askForCode(actor, params.id, body))

  router.change(sendRequest, async ({ actor, params, body, ip, http }, tx) => {
    const device = devices.read(http)?.id
    const entered = { ...body, address: ip, userAgent: http.headers['user-agent'] ?? '', device }
    return views.view(await send(tx, actor, params.id, entered), tx)
  })
}
