import { surnameKey } from '#server/modules/verification/index.ts'
import { nameOf } from '#server/platform/database-name.ts'
import type { Platform } from '#server/platform/platform.ts'
import { openFiles } from '#server/vendors.ts'
import { addStaff } from './adding-staff.ts'
import { backup } from './backup.ts'
import type { Work } from './control.ts'
import { type ExportAsked, exportData } from './exporting.ts'
import { exportDay } from './exporting-day.ts'
import { loadListFile } from './loading-list.ts'
import { rotate } from './rotation.ts'
import { heldBy } from './snapshot-store.ts'

/** What the machine's owner may ask of an open platform by a command. Each says first what it works on, and how much that is. */
export function worksOf(platform: Platform) {
  const parts = { ...platform, files: openFiles(platform.config) }
  const named =
    (where: string, work: Work): Work =>
    async (argument, say) => {
      const { clients, requests, files, entries } = await heldBy(platform.db)
      say(`${where}: ${clients} clients, ${requests} requests, ${files} files, ${entries} entries in the journal`)
      return work(argument, say)
    }
  const where = nameOf(platform.config)
  return {
    backup: named(where, async (folder, say) => (await backup(parts, folder, say)).missing.length === 0),
    'rotate-keys': named(where, async (_none, say) => {
      await rotate({ ...parts, surnameKey }, say)
      return true
    }),
    'load-list': named(where, (list, say) => loadListFile(platform, list, say)),
    export: named(where, (asked, say) => exportData(platform, JSON.parse(asked) as ExportAsked, say)),
    'export-day': named(where, (day, say) => exportDay(platform, day, say)),
    'add-staff': named(where, (member, say) => addStaff(platform, member, say)),
  } satisfies Record<string, Work>
}
