import { Readable } from 'node:stream'
import { exportJournal, officeJournal } from '#contract/calls/office/journal.ts'
import { addDays, type IsoDate } from '#contract/dates.ts'
import { instantInZone } from '#contract/zones.ts'
import type { Router } from '#server/http/router.ts'
import { newId } from '#server/platform/ids.ts'
import { csvLines, type JournalExport, jsonLines } from '#server/platform/journal/file.ts'
import { lastSeal, sealJournal, sealsUpTo } from '#server/platform/journal/seals.ts'
import { entriesUpTo, journalHeads } from '#server/platform/journal/verification.ts'
import type { Platform } from '#server/platform/platform.ts'
import { journalPage } from './journal-store.ts'
import type { Office } from './service.ts'

const pageSize = 100
const types = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8; header=present' } as const

/** The journal for those who answer for it: page by page, and whole as a file. */
export function journalRoutes(
  router: Router,
  platform: Platform,
  office: Pick<Office, 'names' | 'staff'>,
  zone: string,
) {
  const { db, clock } = platform

  router.read(officeJournal, async ({ query }) => {
    const { after: before, subject, actor, event, from, until } = query
    const asked = {
      ...{ before, subject, actor, event },
      from: from === undefined ? undefined : instantInZone(from as IsoDate, 0, zone),
      until: until === undefined ? undefined : instantInZone(addDays(until as IsoDate, 1), 0, zone),
    }
    const rows = await journalPage(db, asked, pageSize + 1)
    const names = await office.names()
    const page = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? page.at(-1) : undefined
    return {
      items: page.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        actor: names.get(row.actor_id ?? '') ?? [row.actor_kind, row.actor_id].filter(Boolean).join(' '),
        event: row.event,
        subject: `${row.subject_kind} ${row.subject_id}`,
        data: row.data,
        hash: Buffer.from(row.hash).toString('hex'),
      })),
      people: [...names].map(([id, name]) => ({ id, name })),
      roles: office.staff.roles,
      ...(last && { next: last.id }),
    }
  })

  router.read(exportJournal, async ({ actor, query: { format }, reply }) => {
    const made: JournalExport = { id: newId(), by: actor.id, at: clock.now() }
    await platform.transact(async (tx) =>
      tx.journal({
        event: 'journal.export',
        actor: { kind: 'staff', id: actor.id },
        subject: { kind: 'export', id: made.id },
        data: { format },
      }),
    )
    await sealJournal(platform)
    const seals = await lastSeal(db)
    const heads = await journalHeads(db)
    async function* lines() {
      yield format === 'csv' ? csvLines.start() : jsonLines.start(heads, made)
      if (format === 'jsonl') for await (const seal of sealsUpTo(db, seals)) yield jsonLines.seal(seal)
      for await (const row of entriesUpTo(db, (shard) => heads[shard]?.count ?? 0))
        yield format === 'csv' ? csvLines.line(row, made) : jsonLines.line(row)
    }
    await reply
      .headers({
        'content-type': types[format],
        'content-disposition': `attachment; filename="journal-${made.at.toISOString().slice(0, 10)}.${format}"`,
        'cache-control': 'no-store',
      })
      .send(Readable.from(lines()))
    return undefined
  })
}
