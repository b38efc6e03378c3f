import {
  addToList,
  confirmListEntry,
  type ListEntry,
  officeLists,
  removeListEntry,
} from '#contract/calls/office/lists.ts'
import type { OwnList } from '#contract/person/lists.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import type { Router } from '#server/http/router.ts'
import type { People } from './service.ts'

const pageSize = 50

interface Parts {
  readonly router: Router
  readonly people: Pick<People, 'entries' | 'files' | 'list' | 'confirmEntry' | 'removeEntry'>
  readonly staffNames: () => Promise<ReadonlyMap<string, string>>
}

export function listRoutes({ router, people, staffNames }: Parts) {
  router.read(officeLists, async ({ actor, query }) => {
    const found = await people.entries(placeOf(query.after), pageSize + 1)
    const names = await staffNames()
    const last = found.length > pageSize ? found[pageSize - 1] : undefined
    return {
      items: found.slice(0, pageSize).map((row) => {
        const waits: ListEntry['waits'] =
          row.state === 'asked' ? 'add' : row.state === 'removeAsked' ? 'remove' : undefined
        const said = waits === 'add' ? row.author : row.remover
        return {
          id: row.id,
          list: row.list as OwnList,
          value: row.typed,
          reason: row.reason,
          author: names.get(row.author) ?? '',
          at: row.at.toISOString(),
          ...(row.until && { until: row.until }),
          ...(waits && { waits }),
          mayConfirm: waits !== undefined && said !== actor.id,
        }
      }),
      ...(last && { next: cursorOf(last.at, last.id) }),
      files: (await people.files()).map(({ name, kind, sha256, entries, loaded_at, screened_at, old }) => ({
        name,
        kind,
        sha256,
        entries,
        loadedAt: loaded_at.toISOString(),
        old,
        ...(screened_at && { screenedAt: screened_at.toISOString() }),
      })),
    }
  })

  router.change(addToList, ({ actor, body }, tx) => people.list(tx, actor.id, body))

  router.change(confirmListEntry, async ({ actor, params }, tx) => {
    await people.confirmEntry(tx, actor.id, params.id)
    return undefined
  })

  router.change(removeListEntry, async ({ actor, params }, tx) => {
    await people.removeEntry(tx, actor.id, params.id)
    return undefined
  })
}
