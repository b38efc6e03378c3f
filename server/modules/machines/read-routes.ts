import {
  machineDocument,
  machineLoan,
  machineLoans,
  machinePerson,
  machinePostings,
  machineRequest,
  machineRequests,
} from '#contract/calls/machine/reading.ts'
import { parseDate } from '#contract/dateReading.ts'
import type { Facts } from '#contract/facts.ts'
import type { JournalEntry } from '#contract/journal.ts'
import type { MachineActor } from '#server/http/actors.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Auth } from '../auth/index.ts'
import type { Decisions } from '../decisions/index.ts'
import type { ClientDocuments, OpenDocument } from '../documents/index.ts'
import { type Evidence, serve } from '../evidence/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Loans } from '../loans/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'

interface Parts {
  readonly router: Router
  readonly platform: Platform
  readonly requests: Requests
  readonly decisions: Pick<Decisions, 'list'>
  readonly auth: Pick<Auth, 'client'>
  readonly documents: ClientDocuments
  readonly evidence: Evidence
  readonly loans: Loans
  readonly ledger: Pick<Ledger, 'postings'>
  readonly withSignature: (document: OpenDocument) => Promise<Buffer>
}

const usual = 100
const iso = (at: Date | null) => at?.toISOString() ?? null
/** The last of a full page is the cursor of the next one. */
const nextOf = (rows: readonly { id: string }[], limit: number) =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null

/** What other systems of the lender read. Reading personal data is journaled with the machine as actor. */
export function machineReadRoutes({
  router,
  platform,
  requests,
  decisions,
  auth,
  documents,
  evidence,
  loans,
  ledger,
  withSignature,
}: Parts) {
  const noted = (entry: JournalEntry) => platform.transact(async (tx) => tx.journal(entry))
  const notePerson = ({ id }: MachineActor, call: string, clientId: string) =>
    noted({
      event: 'machine.readPerson',
      actor: { kind: 'machine', id },
      subject: { kind: 'client', id: clientId },
      data: { call },
    })
  const noteFile = ({ id }: MachineActor, call: string, requestId: string) =>
    noted({
      event: 'machine.readFile',
      actor: { kind: 'machine', id },
      subject: { kind: 'request', id: requestId },
      data: { call },
    })

  function rowOf(request: StoredRequest) {
    const { product = null, amount = null, term = null } = requests.facts(request)
    const { id, client_id: person, type, state, version } = request
    return {
      id,
      person,
      type,
      state,
      version,
      createdAt: request.created_at.toISOString(),
      updatedAt: request.updated_at.toISOString(),
      sentAt: iso(request.sent_at),
      reviewedAt: iso(request.reviewed_at),
      product,
      amount,
      term,
    }
  }

  router.read(machineRequests, async ({ query }) => {
    const limit = Number(query.limit ?? usual)
    const rows = await requests.opened(await requests.page(query.after ?? '', limit))
    return { items: rows.map(rowOf), next: nextOf(rows, limit) }
  })

  router.read(machineRequest, async ({ params }) => {
    const request = await requests.find(params.id)
    if (!request) throw fail('not_found')
    const files = await platform.transact((tx) => evidence.files(tx, request))
    return {
      ...rowOf(request),
      loan: request.shown.loan?.id ?? null,
      decisions: (await decisions.list(request.id)).map((decision) => ({
        ...decision,
        reasons: [...decision.reasons],
      })),
      documents: await documents.list(request),
      files: files.map(({ id, step, kind, type }) => ({ id, step, kind, type })),
    }
  })

  router.read(machinePerson, async ({ actor, params: { id } }) => {
    const { phone, email = null } = await auth.client(id)
    await notePerson(actor, 'machinePerson', id)
    const listed = await requests.list(id)
    const [newest] = await requests.opened(
      listed.filter(({ type, sent_at }) => type === 'loan' && sent_at !== null).slice(0, 1),
    )
    const facts: Facts = newest ? requests.facts(newest) : {}
    const { passportNumber, passportIssuedOn = null, passportIssuedBy = null } = facts
    return {
      id,
      phone,
      email,
      surname: facts.surname ?? null,
      name: facts.name ?? null,
      patronymic: facts.patronymic ?? null,
      birthDate: facts.birthDate ?? null,
      inn: facts.inn ?? null,
      snils: facts.snils ?? null,
      passport: passportNumber
        ? { number: passportNumber, issuedOn: passportIssuedOn, issuedBy: passportIssuedBy }
        : null,
      registrationAddress: facts.registrationAddress ?? null,
      income: facts.income ?? null,
      requests: listed.map((request) => request.id),
      loans: (await loans.list(id)).map((loan) => loan.id),
    }
  })

  router.read(machineDocument, async ({ actor, params, http, reply }) => {
    const document = await documents.find(params.id)
    if (!document) {
      const file = await evidence.stored(params.id)
      await noteFile(actor, 'machineDocument', file.request_id)
      await serve(evidence, file, http, reply)
      return undefined
    }
    await notePerson(actor, 'machineDocument', document.clientId)
    reply.type('application/pdf').header('cache-control', 'no-store')
    return (await withSignature(document)) as unknown as undefined
  })

  router.read(machineLoans, async ({ query }) => {
    const limit = Number(query.limit ?? usual)
    const rows = await loans.page(query.after ?? '', limit)
    return {
      items: rows.map((row) => ({
        id: row.id,
        request: row.request_id,
        person: row.client_id,
        contract: row.contract_number,
        state: row.state,
        principal: row.principal,
        dueDate: row.due_date,
        openedAt: row.opened_at.toISOString(),
        closedAt: iso(row.closed_at),
      })),
      next: nextOf(rows, limit),
    }
  })

  router.read(machinePostings, async ({ params, query }) => {
    const limit = Number(query.limit ?? usual)
    const after = Number(query.after ?? 0)
    const postings = await ledger.postings((await loans.read(params.id)).id)
    const rows = postings.filter(({ number }) => number > after).slice(0, limit)
    return {
      items: rows.map(({ id, number, kind, value_date, booked_on, replaces, lines }) => ({
        id,
        number,
        kind,
        valueDate: value_date,
        bookedOn: booked_on,
        replaces,
        lines: Object.entries(lines).map(([account, amount]) => ({ account, amount: amount ?? 0 })),
      })),
      next: rows.length === limit ? String(rows.at(-1)?.number) : null,
    }
  })

  router.read(machineLoan, async ({ params, query }) => {
    const on = query.on === undefined ? undefined : parseDate(query.on)
    if (on === null) throw fail('bad_request', { issues: [{ field: 'on', message: 'Такой даты нет' }] })
    return loans.read(params.id, on)
  })
}
