import { type ClientRequestArgs, type IncomingHttpHeaders, request } from 'node:http'
import { request as secure } from 'node:https'
import { generateSync } from 'otplib'

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** Calls over TLS to this machine under the name of the certificate, which is checked. */
export function openOffice(name: string, certificate: string) {
  let cookie = ''

  function call(method: string, path: string, body?: object): Promise<Answer> {
    const origin = `https://${name}`
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      origin,
      cookie,
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    const options: ClientRequestArgs & { ca: string; servername: string } = {
      host: '127.0.0.1',
      port: 443,
      method,
      path,
      headers: { host: name, ...headers },
      ca: certificate,
      servername: name,
    }
    return new Promise((resolve, reject) => {
      const sent = secure(options, (response) => {
        let came = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          came += part
        })
        response.on('end', () => {
          const set = response.headers['set-cookie']?.map((each) => each.split(';', 1)[0]) ?? []
          if (set.length > 0) cookie = set.join('; ')
          const json = response.headers['content-type']?.includes('json') && came
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: json ? JSON.parse(came) : came })
        })
      })
      sent.once('error', reject)
      sent.end(text)
    })
  }

  return {
    call,
    /** Opens the address `add-staff` printed and signs in; answers who the office says that is. */
    async signIn(address: string): Promise<{ login: string; role: string }> {
      const token = address.split('#')[1] ?? ''
      const opened = await call('POST', '/service/office/invitation', { token })
      if (opened.status !== 200)
        throw new Error(`the invitation answered ${opened.status}: ${JSON.stringify(opened.body)}`)
      const { login, password, totpSecret } = opened.body as { login: string; password: string; totpSecret: string }
      const totp = generateSync({ secret: totpSecret })
      const signed = await call('POST', '/service/office/session', { login, password, totp })
      if (signed.status !== 200)
        throw new Error(`the sign-in answered ${signed.status}: ${JSON.stringify(signed.body)}`)
      return signed.body as { login: string; role: string }
    },
  }
}

/** Where the plain port sends whoever comes. */
export const plainAnswer = (name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: 80, path: '/', headers: { host: name } }, (response) =>
      resolve(`${response.statusCode} ${response.headers.location}`),
    )
      .once('error', reject)
      .end()
  })
