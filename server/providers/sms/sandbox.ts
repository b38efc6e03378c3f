import type { SmsGateway } from './port.ts'

/** Takes every message, delivers it at the next look, and sends nothing to anybody: the office shows what was sent. */
export function sandboxSms(): SmsGateway {
  return {
    name: 'sandbox',
    send: async ({ key }) => key,
    delivery: async () => ({ state: 'delivered' }),
  }
}
