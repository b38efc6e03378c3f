import * as z from 'zod/mini'
import { type Delivery, type GatewayParts, Refused, type SmsGateway } from './port.ts'

const one = z.object({ status_code: z.number(), sms_id: z.optional(z.string()) })
const reply = z.object({ status_code: z.number(), sms: z.optional(z.record(z.string(), one)) })

/** Numbers that no try will reach: wrong, no route, in the stop list. https://sms.ru/api/status */
const hopeless = [202, 207, 209]
const delivered = [103, 110]
const failed = [104, 105, 106, 107, 108, 150]

/** SMS.ru. Settings: API_KEY; SENDER, a name agreed with the operators; URL. https://sms.ru/api/send */
export function smsRu({ outbound, need, setting }: GatewayParts): SmsGateway {
  const key = need('API_KEY')
  const base = setting('URL') ?? 'https://sms.ru'
  const sender = setting('SENDER')

  async function call(path: string, fields: Record<string, string>) {
    const body = new URLSearchParams({ api_id: key.reveal(), json: '1', ...fields }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await outbound({ url: `${base}${path}`, method: 'POST', headers, body })
    return reply.parse(answer.json())
  }

  return {
    name: 'smsru',

    async send({ phone, text }) {
      const to = phone.slice(1)
      const { status_code, sms } = await call('/sms/send', { to, msg: text, ...(sender && { from: sender }) })
      if (status_code !== 100) throw new Refused(String(status_code))
      const taken = sms?.[to]
      if (taken?.status_code !== 100 || !taken.sms_id) {
        const code = taken?.status_code ?? status_code
        throw new Refused(String(code), hopeless.includes(code))
      }
      return taken.sms_id
    },

    async delivery(providerId): Promise<Delivery> {
      const { sms } = await call('/sms/status', { sms_id: providerId })
      const code = sms?.[providerId]?.status_code ?? 0
      if (delivered.includes(code)) return { state: 'delivered' }
      return failed.includes(code) ? { state: 'failed', reason: String(code) } : { state: 'sent' }
    },
  }
}
