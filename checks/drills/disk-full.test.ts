import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTus } from '../capture/tus.ts'
import { openClient } from '../e2e/client.ts'
import { pagePhoto } from '../e2e/evidence.ts'
import { runServer } from '../e2e/server.ts'
import { aftermath } from './parts/aftermath.ts'
import { figures } from './parts/figures.ts'
import { trustsUs } from './parts/ground.ts'

const megabytes = 160
const people = Number(process.env.FULL_DISK_CLIENTS ?? 3)

/** A small disk in memory; null where this user may not mount one. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

function fill(folder: string): string {
  const ballast = join(folder, 'ballast')
  const file = openSync(ballast, 'w')
  const block = Buffer.alloc(4096)
  try {
    for (;;) writeSync(file, block)
  } catch {
    // Full.
  } finally {
    closeSync(file)
  }
  return ballast
}

test(`drill 5: the disk is full while ${people} clients type and send photos: said so, nothing acknowledged is lost, well soon after`, async (context) => {
  const disk = smallDisk()
  if (!disk) return context.skip('a small disk may not be mounted here')
  const server = await runServer({ folder: disk, env: trustsUs })
  try {
    const clients = await Promise.all(
      Array.from({ length: people }, async (_, n) => {
        const client = openClient(server.url, { 'x-forwarded-for': `198.51.100.${n + 1}` })
        await client.signUp(`91655570${String(n).padStart(2, '0')}`)
        const id = (await client.create())._id
        return { client, id, revision: 0, note: '', told: 0 }
      }),
    )
    const statuses = new Map<number, number>()
    const say = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
    let acknowledged = 0
    async function save(one: (typeof clients)[number], note: string): Promise<number> {
      const path = `/service/requests/${one.id}/steps/10/draft`
      const answer = await one.client.call('PUT', path, { revision: one.revision, patch: { formerSurname: note } })
      say(answer.status)
      if (answer.status === 200) {
        Object.assign(one, { revision: (answer.body as { revision: number }).revision, note, told: one.told + 1 })
        acknowledged += 1
      }
      return answer.status
    }
    async function photo({ client, id: request }: (typeof clients)[number]): Promise<number> {
      const { status } = await openTus(server.url, client).whole({ request, step: 28, bytes: await pagePhoto() })
      say(status)
      return status
    }
    for (const one of clients) assert.equal(await save(one, 'before'), 200)
    const ballast = fill(disk)
    assert.ok(statfsSync(disk).bavail * statfsSync(disk).bsize < 8192)
    let refused = 0
    for (let n = 0; n < 20; n += 1)
      for (const one of clients) {
        const status = await save(one, `full ${n} ${'я'.repeat(4000)}`)
        if (status !== 200) refused += 1
        if (status !== 200) assert.ok([503, 507].includes(status), `a save answered ${status}`)
      }
    for (const one of clients) {
      const status = await photo(one).catch(() => 0)
      refused += 1
      assert.ok([503, 507].includes(status), `a photo answered ${status}`)
    }
    rmSync(ballast)
    const began = performance.now()
    for (const one of clients) {
      while ((await save(one, 'after')) !== 200) {
        assert.ok(performance.now() - began < 10_000, `not well after ten seconds: ${JSON.stringify([...statuses])}`)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      assert.equal(await photo(one), 200)
    }
    const worstMs = performance.now() - began
    let lost = 0
    let doubled = 0
    for (const one of clients) {
      const { steps } = await one.client.must<{
        steps: { number: number; revision: number; raw: { formerSurname?: string } }[]
      }>('GET', `/service/requests/${one.id}`)
      const step = steps.find(({ number }) => number === 10)
      if (step?.raw.formerSurname !== one.note) lost += 1
      doubled += Math.max(0, (step?.revision ?? 0) - one.told)
    }
    await server.kill()
    const left = await aftermath({ DATA_DIR: server.dataDir })
    doubled += left.doubled
    figures(context, {
      drill: 5,
      fault: 'no space left on the disk of database, files and uploads',
      database: 'embedded',
      load: `${people} clients typing and sending photos`,
      injected: refused,
      acknowledged,
      lost,
      doubled,
      worstMs,
      note: `answers ${[...statuses].map(([status, times]) => `${status}: ${times}`).join(', ')}`,
    })
    assert.equal(lost, 0)
    assert.equal(doubled, 0)
    assert.equal(left.whole, left.files)
  } finally {
    await server.stop()
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  }
})
