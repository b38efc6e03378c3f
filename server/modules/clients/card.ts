import type { Case, ClientCard } from '#contract/calls/office/clients.ts'
import { formatPhone, maskPhone, type Phone } from '#contract/identifiers.ts'
import { carriesCode } from '../messages/index.ts'
import type { StoredRequest } from '../requests/index.ts'
import { knownRow } from './known.ts'
import type { Parts } from './service.ts'
import { clientsSince, countFiles, keysOf } from './store.ts'

const keyPlace = (id: string) => ({ table: 'person_key', id })
const hiddenText = 'Сообщение с кодом'

/** «Иванова А. П.» of a whole name. */
export const shortened = (name: string | undefined): string => {
  const [surname = 'Без имени', ...rest] = (name ?? '').split(' ').filter(Boolean)
  return [surname, ...rest.map((part) => `${part.slice(0, 1)}.`)].join('\u00a0')
}

/** What several accounts say is said once, since the first of them; rows come newest first. */
function oncePerValue(rows: ClientCard['known']): ClientCard['known'] {
  const once = new Map<string, ClientCard['known'][number]>()
  for (const row of rows) once.set(`${row.label} ${row.value}`, row)
  return [...once.values()].sort((a, b) => a.label.localeCompare(b.label, 'ru') || (a.since < b.since ? 1 : -1))
}

/** Everything kept of a person, from all accounts, read without changing anything. */
export function createCard({
  platform,
  people,
  identity,
  auth,
  requests,
  loans,
  decisions,
  messages,
  consents,
  told,
  productName,
}: Parts) {
  const { db, clientKeys } = platform

  const phoneText = (phone: string, whole: boolean) => (whole ? formatPhone(phone as Phone) : maskPhone(phone as Phone))

  async function requestOf(
    request: StoredRequest,
    files: ReadonlyMap<string, number>,
  ): Promise<ClientCard['requests'][number]> {
    const facts = requests.facts(request)
    const made = await decisions.explained(request.id)
    return {
      id: request.id,
      accountId: request.client_id,
      state: request.state,
      product: productName(facts.product),
      amount: facts.amount ?? 0,
      createdAt: request.created_at.toISOString(),
      ...(request.sent_at && { sentAt: request.sent_at.toISOString() }),
      decisions: made.map(({ at, outcome, why }) => ({ at, outcome, why: [...why] })),
      files: files.get(request.id) ?? 0,
    }
  }

  return async (clientId: string, whole: boolean, cases: readonly Case[]): Promise<ClientCard> => {
    const ids = await people.accounts(clientId)
    const keys = await clientKeys.ofMany(db, ids)
    const [since, links] = [await clientsSince(db, ids), await people.links(clientId)]
    const data = new Map(await Promise.all(ids.map(async (id) => [id, await auth.client(id)] as const)))
    const listed = (await Promise.all(ids.map((id) => requests.list(id)))).flat()
    const files = await countFiles(
      db,
      listed.map(({ id }) => id),
    )
    const opened = (await requests.opened(listed)).filter(({ type }) => type === 'loan')
    opened.sort((a, b) => Number(b.created_at) - Number(a.created_at))
    const nameOf = (id: string) => (whole ? (data.get(id)?.name ?? 'Без имени') : shortened(data.get(id)?.name))
    const sent = (await Promise.all(ids.map((id) => messages.ofClient(id)))).flat()
    return {
      id: clientId,
      whole,
      name: nameOf(clientId),
      accounts: ids.map((id) => {
        const link = links.find(({ one, other }) => id !== clientId && (one === id || other === id))
        return {
          id,
          phone: phoneText(data.get(id)?.phone ?? '', whole),
          name: nameOf(id),
          since: (since.get(id) ?? new Date(0)).toISOString(),
          ...(link && { link: { id: link.id, says: link.says, waits: link.state === 'asked' } }),
        }
      }),
      known: oncePerValue(
        (await keysOf(db, ids)).flatMap(
          ({ id, client_id, kind, sealed, since: at }) =>
            knownRow(kind, keys(client_id).unseal<string>(sealed, keyPlace(id)), at, whole) ?? [],
        ),
      ),
      identity: (await identity.ofPerson(clientId)).map((row) => {
        const { label, level, at, goodUntil } = identity.named(row)
        return { label, level, at, goodUntil }
      }),
      requests: await Promise.all(opened.slice(0, 50).map((request) => requestOf(request, files))),
      loans: (await loans.list(...ids)).map(({ id, contract, state, principal, dueDate, debt, payments }) => ({
        id,
        contract,
        state,
        principal,
        dueDate,
        total: debt.total,
        overdueDays: debt.overdueDays,
        payments: payments.map(({ date, amount }) => ({ date, amount })),
      })),
      messages: sent
        .sort((a, b) => (a.at < b.at ? 1 : -1))
        .slice(0, 50)
        .map(({ at, channel, kind, text }) => ({ at, channel, text: carriesCode(kind) ? hiddenText : text })),
      consents: (await Promise.all(ids.map((id) => consents.list(id)))).flat(),
      signals: (await people.signals(clientId)).map(({ kind, persons, since, compared, with: others }) => ({
        kind,
        persons,
        since,
        // Values are asked for one by one on the card.
        ...(compared && kind !== 'answersChanged' && { compared }),
        ...(others && { with: [...others] }),
      })),
      told: await told.ofAccounts(ids),
      cases: [...cases],
    }
  }
}
