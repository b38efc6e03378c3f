import { surnameKey } from '#server/modules/verification/index.ts'
import type { Platform } from '#server/platform/platform.ts'
import { openFiles } from '#server/vendors.ts'
import { backup } from './backup.ts'
import type { Work } from './control.ts'
import { rotate } from './rotation.ts'

/** What the machine's owner may ask of an open platform by a command. */
export function worksOf(platform: Platform) {
  const parts = { ...platform, files: openFiles(platform.config) }
  return {
    backup: async (folder, say) => void (await backup(parts, folder, say)),
    'rotate-keys': (_none, say) => rotate({ ...parts, surnameKey }, say),
  } satisfies Record<string, Work>
}
