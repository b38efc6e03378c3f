import type { CallAnswer } from '#contract/call.ts'
import type { officeTasks, Task, TaskKind, taskTabs } from '#contract/calls/office/tasks.ts'
import type { Facts } from '#contract/facts.ts'
import { endStates } from '#contract/life.ts'
import type { OfficeNotice } from '#contract/notices/office.ts'
import { hasRight, type RightsHolder } from '#contract/roles.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Notify } from '../messages/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { countDue, insertTask, listTasks, lockTask, type TaskRow, taskDone } from './store.ts'

interface Member extends RightsHolder {
  readonly id: string
  readonly name: string
  readonly disabled: boolean
}

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly notify: Notify
  readonly shortName: (facts: Facts) => string
  readonly members: (tx?: Pick<Tx, 'db'>) => Promise<readonly Member[]>
  /** The request a loan came of; `not_found` for a loan there is none of. */
  readonly requestOfLoan: (tx: Tx, loanId: string) => Promise<string>
}

export interface NewTask {
  readonly kind: TaskKind
  readonly words: string
  readonly dueAt: string
  readonly requestId?: string | undefined
  readonly loanId?: string | undefined
  readonly assignee?: string | undefined
}

const pageSize = 50
const place = (id: string, column: 'words' | 'result') => ({ table: 'task', id, column })
const hasEnded = ({ state }: StoredRequest) => endStates.some((end) => end === state)

/** What the staff promise each other and clients for later: tasks, calls to make, and templates told to a client. */
export function createFollowups({ platform, requests, notify, shortName, members, requestOfLoan }: Parts) {
  const { clock, db, limits } = platform

  const sealingOf = async (tx: Pick<Tx, 'db'>, clientId: string | null) =>
    clientId ? platform.clientKeys.of(tx.db, clientId) : platform.sealing

  const workers = async (tx?: Pick<Tx, 'db'>) =>
    (await members(tx)).filter((member) => !member.disabled && hasRight(member, 'tasks.work'))

  function view(row: TaskRow, request: StoredRequest | undefined, names: ReadonlyMap<string, string>): Task {
    const sealing = request?.sealing ?? platform.sealing
    const gone = row.client_id !== null && request === undefined
    return {
      id: row.id,
      kind: row.kind,
      ...(row.request_id && { requestId: row.request_id }),
      ...(row.loan_id && { loanId: row.loan_id }),
      ...(request && { name: shortName(requests.facts(request)) }),
      words: gone ? '—' : sealing.unseal<string>(row.words, place(row.id, 'words')),
      dueAt: row.due_at.toISOString(),
      late: row.done_at === null && row.due_at < clock.now(),
      ...(row.assignee && { assignee: names.get(row.assignee) ?? '—' }),
      by: names.get(row.created_by) ?? '—',
      ...(row.done_at && {
        done: {
          by: names.get(row.done_by ?? '') ?? '—',
          at: row.done_at.toISOString(),
          result: row.result && !gone ? sealing.unseal<string>(row.result, place(row.id, 'result')) : '',
        },
      }),
    }
  }

  return {
    async list(
      staffId: string,
      { tab, after }: { tab: (typeof taskTabs)[number]; after?: string | undefined },
    ): Promise<CallAnswer<typeof officeTasks>> {
      const rows = await listTasks(db, { tab, staffId, after: placeOf(after), limit: pageSize + 1 })
      const page = rows.slice(0, pageSize)
      const found = await requests.many(page.flatMap(({ request_id }) => request_id ?? []))
      const of = new Map(found.map((request) => [request.id, request]))
      const all = await members()
      const names = new Map(all.map(({ id, name }) => [id, name]))
      const last = rows.length > pageSize ? page.at(-1) : undefined
      return {
        items: page.map((row) => view(row, of.get(row.request_id ?? ''), names)),
        ...(last && { next: cursorOf(last.done_at ?? last.due_at, last.id) }),
        due: await countDue(db, staffId, clock.now()),
        people: (await workers()).map(({ id, name }) => ({ id, name })),
      }
    },

    /** `not_found` for a request, a loan or a colleague there is none of; `forbidden` about a loan for whoever may not read loans. */
    async add(tx: Tx, staff: RightsHolder & { id: string }, asked: NewTask): Promise<{ id: string }> {
      const { kind, words, dueAt, loanId, assignee } = asked
      if (loanId !== undefined && !hasRight(staff, 'loans.read')) throw fail('forbidden')
      const staffId = staff.id
      const requestId = loanId === undefined ? asked.requestId : await requestOfLoan(tx, loanId)
      const request = requestId === undefined ? null : await requests.find(requestId, tx)
      if (requestId !== undefined && !request?.sent_at) throw fail('not_found')
      if (assignee !== undefined && !(await workers(tx)).some(({ id }) => id === assignee)) throw fail('not_found')
      const id = newId()
      const client_id = request?.client_id ?? null
      await insertTask(tx.db, {
        id,
        kind,
        request_id: request?.id ?? null,
        loan_id: loanId ?? null,
        client_id,
        assignee: assignee ?? null,
        due_at: new Date(dueAt),
        words: (await sealingOf(tx, client_id)).seal(words, place(id, 'words')),
        result: null,
        created_by: staffId,
        created_at: clock.now(),
        done_by: null,
        done_at: null,
      })
      tx.journal({
        event: 'task.add',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'task', id },
        data: { kind, request: request?.id ?? null, assignee: assignee ?? null, ...(loanId && { loan: loanId }) },
      })
      return { id }
    },

    /** Once: `state_conflict` for one that is done. */
    async end(tx: Tx, id: string, staffId: string, result: string): Promise<void> {
      const row = await lockTask(tx.db, id)
      if (!row) throw fail('not_found')
      if (row.done_at) throw fail('state_conflict')
      const sealing = await sealingOf(tx, row.client_id)
      const said = result.trim()
      await taskDone(tx.db, id, {
        result: said ? sealing.seal(said, place(id, 'result')) : null,
        done_by: staffId,
        done_at: clock.now(),
      })
      tx.journal({
        event: 'task.done',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'task', id },
        data: { kind: row.kind, request: row.request_id },
      })
    },

    /** A template to the client of a request that was sent and has not ended: so many a day to one client. */
    async tell(requestId: string, staffId: string, template: OfficeNotice): Promise<void> {
      const found = await requests.find(requestId)
      if (!found?.sent_at) throw fail('not_found')
      if (hasEnded(found)) throw fail('state_conflict')
      await limits.takeOne('clientTelling', 'account', found.client_id)
      await platform.transact(async (tx) => {
        const request = await requests.lock(tx, requestId)
        if (hasEnded(request)) throw fail('state_conflict')
        await notify(tx, { clientId: request.client_id, requestId }, template)
        tx.journal({
          event: 'message.byStaff',
          actor: { kind: 'staff', id: staffId },
          subject: { kind: 'request', id: requestId },
          data: { kind: template },
        })
      })
    },
  }
}

export type Followups = ReturnType<typeof createFollowups>
