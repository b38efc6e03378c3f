import type { Platform } from '#server/platform/platform.ts'
import { lastWholeBackup } from './backup-store.ts'

/** How old the last whole backup is: an alarm stands on it, so that a nightly job that stopped is missed. */
export function watchBackups({ db, clock, metrics }: Pick<Platform, 'db' | 'clock' | 'metrics'>): void {
  metrics.gauge('backup_age_seconds', 'How long ago the last whole backup was made', async () => {
    const at = await lastWholeBackup(db)
    return at ? Math.max(0, (clock.now().getTime() - at.getTime()) / 1000) : 0
  })
}
