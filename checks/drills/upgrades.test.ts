import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { releases } from '../deploy/releases.ts'
import { openClient } from '../e2e/client.ts'
import { runServer } from '../e2e/server.ts'
import { addressOf, grounds, program, trustsUs } from './parts/ground.ts'
import { appKey } from './stored-requests.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))

/** The sources of a release, with this tree's packages and built apps: what is upgraded is the data. */
function treeOf(release: string): string {
  const root = mkdtempSync(join(tmpdir(), 'zayavka-release-'))
  const archive = execFileSync('git', ['archive', release], { cwd: project, maxBuffer: 512 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  for (const folder of ['node_modules', 'dist']) symlinkSync(join(project, folder), join(root, folder))
  return root
}

// The schema of the very first version, never tagged, is carried nowhere: the first tag holds the new baseline.
const all = releases()
if (all.length === 0) test('I6: an upgrade from each release', { skip: 'no release is tagged yet' }, () => {})

for (const release of all)
  for (const { kind, fresh } of grounds)
    test(`I6: from ${release} to this one (${kind}): what was filled is there, the journal is whole`, async () => {
      const root = treeOf(release)
      const data = mkdtempSync(join(tmpdir(), 'zayavka-upgraded-'))
      const { env, drop } = await fresh()
      const shared = { ...env, ...trustsUs, APP_KEY: appKey, DATA_DIR: data }
      try {
        const before = await runServer({ env: shared, root })
        const client = openClient(before.url, addressOf(1))
        await client.signUp('9165557001')
        const { _id: id } = await client.create()
        await client.fill(id, {}, 10)
        const kept = await client.must<{ steps: object[] }>('GET', `/service/requests/${id}`)
        await before.end()
        const after = await runServer({ env: shared, port: Number(new URL(before.url).port) })
        const { steps } = await client.must<{ steps: object[] }>('GET', `/service/requests/${id}`)
        assert.deepEqual(steps, kept.steps)
        await after.end()
        assert.match(await program('verify-journal', shared), /is whole/)
        for (const server of [before, after]) await server.stop()
      } finally {
        await drop()
        for (const folder of [root, data]) rmSync(folder, { recursive: true, force: true })
      }
    })
