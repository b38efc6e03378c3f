import { officeMessages } from '#contract/calls/office/messages.ts'
import { maskPhone, type Phone } from '#contract/identifiers.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import type { Router } from '#server/http/router.ts'
import { carriesCode } from './kinds.ts'
import type { MessageDesk } from './service.ts'

const pageSize = 50
const hiddenText = 'Сообщение с кодом: текст не показывается'

const maskEmail = (address: string) => address.replace(/^(.).*@/, '$1***@')

/** The office's list of messages. In a demo whole, since the codes are read there; in production addresses are masked and codes hidden. */
export function messageRoutes(router: Router, messages: MessageDesk, production: boolean) {
  router.read(officeMessages, async ({ query }) => {
    const found = await messages.list(placeOf(query.after), pageSize + 1, query)
    const page = found.slice(0, pageSize)
    const last = found.length > pageSize ? page.at(-1) : undefined
    return {
      items: page.map(({ row, content }) => {
        const masked = row.channel === 'sms' ? maskPhone(content.to as Phone) : maskEmail(content.to)
        return {
          id: row.id,
          at: row.created_at.toISOString(),
          channel: row.channel,
          to: production ? masked : content.to,
          text: production && carriesCode(row.kind) ? hiddenText : content.text,
          state: row.state,
          provider: row.provider ?? '',
          ...(row.reason && { reason: row.reason }),
        }
      }),
      ...(last && { next: cursorOf(last.row.created_at, last.row.id) }),
    }
  })
}
