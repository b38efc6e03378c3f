import * as z from 'zod/mini'
import type { Outbound } from '#server/platform/outbound.ts'
import type { InnSource } from './port.ts'

const answer = z.object({ inn: z.nullable(z.string().check(z.regex(/^\d{12}$/))), checked: z.boolean() })

/**
 * The lender's own service that compares an ИНН with the tax service's (ГИС ФНС), or finds it by name, birth date and passport: `POST` the person, 200 with
 * `{"inn": "…" | null, "checked": true}`.
 */
export function innService({ url, outbound }: { readonly url: string; readonly outbound: Outbound }): InnSource {
  return {
    name: 'service',
    async find({ surname, name, patronymic, birthDate, passportNumber, inn }) {
      const reply = await outbound({
        url,
        method: 'POST',
        body: { surname, name, patronymic, birthDate, passportNumber, inn },
      })
      if (reply.status !== 200) throw new Error(`the service of ИНН answered ${reply.status}`)
      const said = z.parse(answer, reply.json())
      return said.inn === null ? null : { inn: said.inn, checked: said.checked }
    },
  }
}
