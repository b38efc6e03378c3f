import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ui = fileURLToPath(new URL('../', import.meta.url))

/** Whole steps with a request behind them, which the tour of every screen looks at; and a loader, which draws nothing of its own. */
const elsewhere = ['capture/PhotoStep.tsx', 'capture/VideoStep.tsx', 'capture/PhoneWay.tsx', 'shell/lazyScreen.tsx']

/** The files of ui/ that a file draws with, and those that they draw with. */
function drawnBy(file: string, seen: Set<string>): void {
  for (const [, path = ''] of readFileSync(join(ui, file), 'utf8').matchAll(/from '(\.[^']+\.tsx)'/g)) {
    const drawn = relative(ui, join(ui, dirname(file), path))
    if (seen.has(drawn)) continue
    seen.add(drawn)
    drawnBy(drawn, seen)
  }
}

test('every part of ui/ stands in the gallery', () => {
  const seen = new Set<string>()
  drawnBy('gallery/gallery.tsx', seen)
  const parts = readdirSync(ui, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.startsWith('gallery/'),
  )
  assert.ok(parts.length > 50)
  assert.deepEqual(
    parts.filter((part) => !seen.has(part) && !elsewhere.includes(part)),
    [],
  )
})
