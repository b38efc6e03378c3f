import * as z from 'zod/mini'
import { type Delivery, type GatewayParts, Refused, type SmsGateway } from './port.ts'

const id = z.union([z.string(), z.number()])
const sendReply = z.object({ id: z.optional(id), error_code: z.optional(z.number()) })
const statusReply = z.object({ status: z.optional(z.number()), error_code: z.optional(z.number()) })

/** A wrong number, and one that cannot be reached. https://smsc.ru/api/http/send/sms/ */
const hopeless = [7, 8]
const delivered = [1, 2, 4]
const failed = [3, 20, 22, 23, 24, 25]

/** SMSC. Settings: LOGIN and PASSWORD; SENDER; URL. Replies in format 3 (JSON). */
export function smsc({ outbound, need, setting }: GatewayParts): SmsGateway {
  const login = need('LOGIN')
  const password = need('PASSWORD')
  const base = setting('URL') ?? 'https://smsc.ru'
  const sender = setting('SENDER')

  async function call(path: string, fields: Record<string, string>): Promise<unknown> {
    const access = { login: login.reveal(), psw: password.reveal(), fmt: '3', charset: 'utf-8' }
    const body = new URLSearchParams({ ...access, ...fields }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await outbound({ url: `${base}${path}`, method: 'POST', headers, body })).json()
  }

  return {
    name: 'smsc',

    async send({ phone, text }) {
      const fields = { phones: phone.slice(1), mes: text, ...(sender && { sender }) }
      const answer = sendReply.parse(await call('/sys/send.php', fields))
      if (answer.error_code !== undefined) {
        throw new Refused(String(answer.error_code), hopeless.includes(answer.error_code))
      }
      if (answer.id === undefined) throw new Error('SMSC took a message without saying under which id')
      return String(answer.id)
    },

    async delivery(providerId, phone): Promise<Delivery> {
      const answer = statusReply.parse(await call('/sys/status.php', { phone: phone.slice(1), id: providerId }))
      const { status } = answer
      if (status === undefined) return { state: 'sent' }
      if (delivered.includes(status)) return { state: 'delivered' }
      return failed.includes(status) ? { state: 'failed', reason: String(status) } : { state: 'sent' }
    },
  }
}
