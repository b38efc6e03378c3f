import * as auth from '#contract/calls/auth.ts'
import { callingNow } from '#contract/calls/calling.ts'
import { publishedDocuments } from '#contract/calls/documents.ts'
import { askDigits, finishUpload, measureSpeed } from '#contract/calls/evidence.ts'
import { seeHandover } from '#contract/calls/handover.ts'
import { identityOffers, requestIdentity } from '#contract/calls/identity.ts'
import { getOffer } from '#contract/calls/offer.ts'
import { reportFunnel, reportPlace, suggest } from '#contract/calls/operations.ts'
import { passportReading } from '#contract/calls/passport.ts'
import { checkPromo } from '#contract/calls/promos.ts'
import * as requests from '#contract/calls/requests.ts'
import type { StepDefinition } from '#contract/step.ts'
import { inventedCode, inventedDigits, inventedPhone } from './answers.ts'
import { Refusal, type Route, route } from './service.ts'
import type { World } from './world.ts'

interface Told {
  /** A code is awaited, or no longer */
  readonly sent: (code: string | null) => void
  /** A request was made that will need these steps */
  readonly created: (id: string, needed: readonly StepDefinition[]) => Promise<unknown>
}

const session = { idleSeconds: 86_400 }
const sending = { resendAfterSeconds: 60, livesSeconds: 86_400 }
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms))

/** Every call that is made on the way from the start to the offer, answered by the trial's own world. Any other is refused */
export function createRoutes(world: World, { sent, created }: Told): readonly Route[] {
  const signedIn = () => {
    if (!world.signedIn()) throw new Refusal('not_signed_in')
  }
  const send = <Answer>(answer: Answer): Answer => {
    sent(inventedCode)
    return answer
  }
  const enter = (code: string) => {
    if (code !== inventedCode) throw new Refusal('code_wrong')
    sent(null)
  }
  const shown = () => [world.request()].flatMap((request) => request ?? [])

  return [
    route(auth.isAuthenticated, () => {
      signedIn()
      return { authenticated: true as const, endsInSeconds: session.idleSeconds }
    }),
    route(auth.sendCode, () => send(sending)),
    route(auth.signIn, ({ body: { code } }) => {
      enter(code)
      world.signIn(true)
      return { newAccount: false, ...session }
    }),
    route(auth.signOut, () => {
      world.signIn(false)
      return undefined
    }),
    route(auth.keepSession, () => session),
    route(auth.sendEmailCode, () => send(sending)),
    route(auth.confirmEmail, ({ body: { email, code } }) => {
      enter(code)
      world.confirmEmail(String(email))
      return undefined
    }),
    route(auth.profile, () => ({ phone: inventedPhone, sessions: [], consents: [] })),
    route(requests.findByClientIds, () => {
      signedIn()
      return { result: { count: shown().length, data: shown() } }
    }),
    route(requests.currentRequest, () => ({
      status: 'correct' as const,
      data: shown().find(({ allowedFillRequest }) => allowedFillRequest) ?? null,
    })),
    route(requests.createRequest, async ({ body: { raw } }) => {
      const request = world.create(raw)
      await created(request._id, world.steps())
      return request
    }),
    route(requests.getRequest, () => world.detail()),
    route(requests.saveDraft, ({ params: { step }, body: { patch } }) => world.draft(Number(step), patch)),
    route(requests.acceptStep, ({ params: { step }, body: { raw } }) => world.accept(Number(step), raw)),
    route(requests.requestSigningCode, ({ body: { purpose } }) => {
      if (purpose !== 'application') throw new Refusal('forbidden', { message: theEnd })
      return send({ package: 'trial', documents: [], ...sending })
    }),
    route(requests.sendRequest, ({ body: { code } }) => {
      enter(code)
      return world.send()
    }),
    route(requests.withdrawRequest, () => world.withdraw()),
    route(getOffer, () => world.offer()),
    route(finishUpload, ({ params: { id } }) => ({ id, type: 'image/jpeg', sha256: '', size: 0 })),
    route(askDigits, () => ({ id: 'trial', digits: inventedDigits, until: '2100-01-01T00:00:00Z' })),
    route(measureSpeed, async ({ body: { filler } }) => {
      await pause(100)
      return { bytes: filler.length }
    }),
    // nobody has a phone beside: a question without an answer shows nothing of it
    route(seeHandover, () => new Promise(() => undefined)),
    route(passportReading, () => ({ state: 'none' as const })),
    route(identityOffers, () => ({ offered: [] })),
    route(requestIdentity, () => ({ offered: [], demanded: false, state: 'open' as const })),
    route(publishedDocuments, () => ({ documents: [], earlier: [] })),
    route(suggest, () => ({ suggestions: [] })),
    route(checkPromo, () => ({ promo: null })),
    route(callingNow, () => ({ calling: null })),
    route(reportFunnel, () => undefined),
    route(reportPlace, () => undefined),
  ]
}

const theEnd = 'Проба кончается здесь: договор подписывают в настоящей заявке.'
