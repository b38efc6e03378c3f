import * as z from 'zod/mini'
import { type Delivery, type GatewayParts, Refused, type SmsGateway } from './port.ts'

const data = z.object({ id: z.number(), status: z.number() })
const reply = z.object({
  success: z.boolean(),
  data: z.optional(z.nullable(z.union([data, z.array(data)]))),
  message: z.optional(z.nullable(z.string())),
})

const delivered = 1
const failed = [2, 6]

/** SMS Aero, API v2. Settings: LOGIN (the account's e-mail) and API_KEY; SENDER; URL. https://smsaero.ru/integration/documentation/api/ */
export function smsAero({ outbound, need, setting }: GatewayParts): SmsGateway {
  const login = need('LOGIN')
  const key = need('API_KEY')
  const base = setting('URL') ?? 'https://gate.smsaero.ru'
  const sign = setting('SENDER') ?? 'SMS Aero'

  async function call(path: string, body: object) {
    const authorization = `Basic ${Buffer.from(`${login.reveal()}:${key.reveal()}`).toString('base64')}`
    const answer = await outbound({ url: `${base}${path}`, method: 'POST', headers: { authorization }, body })
    if (answer.status >= 500) throw new Error(`SMS Aero answered ${answer.status}`)
    const { success, data: found } = reply.parse(answer.json())
    return { status: answer.status, success, found: Array.isArray(found) ? found[0] : found }
  }

  return {
    name: 'smsaero',

    async send({ phone, text }) {
      const { status, success, found } = await call('/v2/sms/send', { number: phone.slice(1), text, sign })
      if (!success || !found) throw new Refused(String(status))
      return String(found.id)
    },

    async delivery(providerId): Promise<Delivery> {
      const { found } = await call('/v2/sms/status', { id: Number(providerId) })
      if (found?.status === delivered) return { state: 'delivered' }
      if (found && failed.includes(found.status)) return { state: 'failed', reason: String(found.status) }
      return { state: 'sent' }
    },
  }
}
