import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { staffSession } from '../e2e/reviewer.ts'
import { runServer } from '../e2e/server.ts'
import { journalVerdict } from './parts/aftermath.ts'
import { figures } from './parts/figures.ts'
import { foreign, freshForeignStore } from './parts/foreign-store.ts'
import { addressOf, grounds, program, trustsUs } from './parts/ground.ts'
import { look } from './parts/look.ts'
import { seeded } from './random.ts'
import { appKey } from './stored-requests.ts'
import { openWalker } from './walker.ts'

const clients = Number(process.env.BACKUP_CLIENTS ?? 2)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

const beside = { kind: 'embedded' as const, fresh: freshForeignStore, files: `, photos in ${foreign}` }

for (const { kind, fresh, files } of [
  ...grounds.map((ground) => ({ ...ground, files: '' })),
  // In `npm run drills`: the other store is fetched for it.
  ...(process.env.FOREIGN ? [beside] : []),
]) {
  test(`drill 22: a backup under load, everything destroyed, restored elsewhere (${kind}${files})`, async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'zayavka-backup-'))
    const elsewhere = mkdtempSync(join(tmpdir(), 'zayavka-elsewhere-'))
    const [first, second] = [await fresh(), await fresh()]
    const key = { APP_KEY: appKey, ...trustsUs }
    const server = await runServer({ env: { ...first.env, ...key } })
    const phones = Array.from({ length: clients }, (_, n) => `91655520${String(n).padStart(2, '0')}`)
    const walkers = phones.map((phone, n) => openWalker(server.url, phone, seeded(seed + n), undefined, addressOf(n)))
    try {
      for (const walker of walkers) await walker.signUp()
      const [signer, ...others] = walkers
      assert.ok(signer)
      await signer.walk(0, () => false)
      const signed = signer.known.requestId ?? ''
      let going = true
      const walks = others.map((walker) => walker.walk(1000, () => going).catch(() => undefined))
      await sleep(1500)

      const before = walkers.map(({ known }) => structuredClone(known))
      const acknowledged = walkers.reduce((sum, walker) => sum + walker.acknowledged(), 0)
      const backupAt = performance.now()
      await program('backup', { ...first.env, ...key, DATA_DIR: server.dataDir }, join(folder, 'first'))
      const backupMs = performance.now() - backupAt
      await sleep(300)

      await server.kill()
      const destroyedAt = performance.now()
      going = false
      for (const walker of walkers) walker.close()
      await Promise.all(walks)
      rmSync(server.dataDir, { recursive: true, force: true })
      await first.drop()
      const inBackup = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
      assert.equal(
        inBackup.some((file) => /\.json$/.test(file) && readFileSync(file, 'utf8').includes(appKey)),
        false,
      )
      assert.equal(existsSync(join(folder, 'first', 'app.key')), false)

      const place = { ...second.env, ...key, DATA_DIR: elsewhere }
      await program('restore', place, join(folder, 'first'))
      const journal = await journalVerdict(place)
      assert.match(journal, /is whole/)
      const found = await look(place)
      assert.equal(found.resurrected, 0, 'sessions or codes came back')
      assert.equal(found.whole, found.files)
      assert.ok(found.files >= 3, 'the photos of the signed request')

      const again = await runServer({ env: { ...place }, port: Number(new URL(server.url).port) })
      const recovered = performance.now() - destroyedAt
      try {
        const left = await signer.client.call('GET', '/authenticated')
        assert.equal(left.status, 401, 'a session outlived the restore')
        const lost: string[] = []
        for (const [n, phone] of phones.entries()) {
          const walker = openWalker(again.url, phone, seeded(seed), before[n], addressOf(n))
          await walker.signUp()
          lost.push(...(await walker.lost()))
          if (n > 0) continue
          const path = `/service/requests/${signed}/documents`
          const { documents } = await walker.client.must<{ documents: { id: string }[] }>('GET', path)
          const file = join(elsewhere, 'signed.pdf')
          const pdf = await fetch(`${again.url}${path}/${documents[0]?.id}`, {
            headers: { cookie: [...walker.client.jar].map((pair) => pair.join('=')).join('; ') },
          })
          writeFileSync(file, Buffer.from(await pdf.arrayBuffer()))
          assert.match(await program('verify-signature', key, file), /верна|действительна|не изменён/i)
        }
        assert.deepEqual(lost, [], `seed ${seed}`)
        // The office opens every photo of it.
        const staff = await staffSession(again.url)
        assert.equal((await staff.review()).id, signed)
        figures(context, {
          drill: 22,
          fault: 'everything destroyed, restored from a backup made under load',
          database: kind,
          load: `${clients} clients filling${files}`,
          injected: 1,
          acknowledged,
          lost: lost.length,
          doubled: found.doubled,
          worstMs: recovered,
          seed,
          note: `backup in ${Math.round(backupMs)} ms = the least RPO; ${found.files} files open; ${journal}`,
        })
      } finally {
        await again.stop()
      }
    } finally {
      for (const walker of walkers) walker.close()
      await server.stop()
      await second.drop()
      for (const each of [folder, elsewhere]) rmSync(each, { recursive: true, force: true })
    }
  })
}
