import { tellMark, tellNote } from '#contract/calls/machine/telling.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { clientIsThere, insertTold, toldOf } from './told-store.ts'

interface Said {
  readonly clientId: string
  readonly machineId: string
  readonly kind: 'note' | 'mark'
  readonly code: string | null
  readonly text: string | null
}

const place = (id: string) => ({ table: 'person_told', id })
/** Of all accounts of a person: what is older is kept and not shown. */
const shown = 200

/** What other systems of the lender know of a borrower. */
export function createTold({ db, clock, clientKeys }: Pick<Platform, 'db' | 'clock' | 'clientKeys'>) {
  return {
    async tell(tx: Tx, { clientId, machineId, kind, code, text }: Said): Promise<string> {
      if (!(await clientIsThere(tx.db, clientId))) throw fail('not_found')
      const id = newId()
      const sealed = text === null ? null : (await clientKeys.of(tx.db, clientId)).seal(text, place(id))
      await insertTold(tx.db, {
        id,
        client_id: clientId,
        machine_id: machineId,
        kind,
        code,
        sealed,
        at: clock.now(),
      })
      tx.journal({
        event: 'machine.tellPerson',
        actor: { kind: 'machine', id: machineId },
        subject: { kind: 'client', id: clientId },
        data: { told: id, kind, ...(code && { mark: code, taken: text === null }) },
      })
      return id
    },

    /** Marks that stand, and notes; newest first. */
    async ofAccounts(clientIds: readonly string[]) {
      const keys = await clientKeys.ofMany(db, clientIds)
      const seen = new Set<string>()
      return (await toldOf(db, clientIds, shown)).flatMap(
        ({ id, client_id, machine_id, kind, code, sealed, at, system }) => {
          const mark = `${client_id} ${machine_id} ${code}`
          const passed = kind === 'mark' && seen.has(mark)
          seen.add(mark)
          if (passed || !sealed) return []
          const text = keys(client_id).unseal<string>(sealed, place(id))
          return [{ at: at.toISOString(), system: system ?? machine_id, kind, ...(code && { code }), text }]
        },
      )
    },
  }
}

export type Told = ReturnType<typeof createTold>

interface Parts {
  readonly router: Router
  readonly machines: { readonly told: Pick<Told, 'tell'> }
}

export function toldRoutes({ router, machines: { told } }: Parts) {
  router.change(tellNote, async ({ actor, params, body }, tx) => ({
    id: await told.tell(tx, { clientId: params.id, machineId: actor.id, kind: 'note', code: null, text: body.text }),
  }))
  router.change(tellMark, async ({ actor, params, body }, tx) => {
    const said = { kind: 'mark', code: body.mark, text: body.value } as const
    return { id: await told.tell(tx, { clientId: params.id, machineId: actor.id, ...said }) }
  })
}
