import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { flow } from '#steps/flow.ts'
import { copyTree } from '../change-cost/tree.ts'
import { openClient } from '../e2e/client.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { aftermath } from './parts/aftermath.ts'
import { figures } from './parts/figures.ts'
import { addressOf, grounds, trustsUs } from './parts/ground.ts'
import { appKey } from './stored-requests.ts'

/** Walks begun in each of the three times: the old version alone, both together, the old one alone again. */
const walks = Number(process.env.VERSION_WALKS ?? 3)

const migration = `import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['session', 'request', 'step', 'client'])
    await sql\`alter table \${sql.raw(table)} add column later text\`.execute(db)
}
`

/** Filled before the photos, which lie in one server's folder. */
const stepsBefore = flow.indexOf('step28-passport-photo')
const back = { SCHEMA_AHEAD: '9000-later' }

/** The next release: a column more in the tables asked most, a field more in a step. */
function nextRelease() {
  const tree = copyTree()
  const edit = (file: string, from: string, to: string) => {
    const path = join(tree.root, file)
    const text = readFileSync(path, 'utf8')
    assert.ok(text.includes(from), `${file} holds ${from}`)
    writeFileSync(path, text.replace(from, to))
  }
  writeFileSync(join(tree.root, 'server/migrations/9000-later.ts'), migration)
  const step = 'steps/step23-family/step.ts'
  edit(
    step,
    'answers: z.object({',
    "answers: z.object({\n    pet: textField({ max: 40, required: 'Укажите питомца' }),",
  )
  edit(step, 'labels: {', "labels: {\n    pet: 'Питомец',")
  edit(
    step,
    "from '#contract/fields.ts'",
    "from '#contract/fields.ts'\nimport { textField } from '#contract/fields.ts'",
  )
  return tree
}

interface Kept {
  readonly steps: { number: number; revision: number; raw: Record<string, unknown>; accepted: boolean }[]
}

for (const ground of grounds.filter(({ kind }) => kind === 'PostgreSQL')) {
  test('drill 19: the next release beside this one on one database, then this one alone: nobody notices', async (context) => {
    const tree = nextRelease()
    const { env, drop } = await ground.fresh()
    const shared = { ...env, ...trustsUs, APP_KEY: appKey }
    const servers: Running[] = []
    let acknowledged = 0
    let person = 0
    try {
      const old = await runServer({ env: shared })
      servers.push(old)

      /** Fills up to the photos, each call at the next of `places`; answers how to ask about it afterwards. */
      async function walk(places: readonly Running[]) {
        let calls = person
        person += 1
        const place = () => {
          calls += 1
          return places[calls % places.length]?.url ?? old.url
        }
        const client = openClient(place, addressOf(person))
        await client.signUp(`916557${String(1000 + person)}`)
        const { _id: id } = await client.create()
        const pet = `кошка ${person}`
        await client.fill(id, { 23: { marital: 'single', dependants: '0', pet } }, 28)
        // Signed up, created, each step: any call that fails throws.
        acknowledged += 2 + stepsBefore
        return { id, pet, client }
      }
      const several = (places: readonly Running[]) => Promise.all(Array.from({ length: walks }, () => walk(places)))

      const before = several([old])
      const next = await runServer({ env: shared, root: tree.root })
      servers.push(next)
      const together = await several([old, next])
      const begun = [...(await before), ...together]

      // Somebody whose app is the old one opens the step and sends it again: what it does not know it sends back as it got it.
      for (const { id, client } of together) {
        const at = openClient(old.url, addressOf(200))
        for (const [name, value] of client.jar) at.jar.set(name, value)
        const { steps } = await at.must<Kept>('GET', `/service/requests/${id}`)
        const { revision = 0, raw = {} } = steps.find(({ number }) => number === 23) ?? {}
        await at.must('PUT', `/service/requests/${id}/steps/23`, { revision, raw: { ...raw, dependants: '1' } })
        acknowledged += 1
      }

      const { code } = await next.end()
      assert.equal(code, 0)
      await old.end()
      await old.restart(back)
      begun.push(...(await several([old])))
      const lost: string[] = []
      for (const { id, pet, client } of begun) {
        const at = openClient(old.url, addressOf(201))
        for (const [name, value] of client.jar) at.jar.set(name, value)
        const { steps } = await at.must<Kept>('GET', `/service/requests/${id}`)
        const kept = steps.find(({ number }) => number === 23)
        if (kept?.raw.pet !== pet || steps.filter(({ accepted }) => accepted).length < stepsBefore) lost.push(id)
      }
      await old.end()
      const left = await aftermath({ ...shared, ...back })
      figures(context, {
        drill: 19,
        fault:
          'the next release (four columns, a field) started beside this one under clients, then stopped; this one started again without it',
        database: 'PostgreSQL',
        load: `${begun.length} borrowers up to the photos, ${together.length} of them by turns at both`,
        injected: 2,
        acknowledged,
        lost: lost.length,
        doubled: left.doubled,
        note: `0 calls failed; what the old one does not know it keeps; ${left.verdict}`,
      })
      assert.deepEqual(lost, [])
      assert.equal(left.doubled, 0)
    } finally {
      for (const server of servers) await server.stop()
      await drop()
      tree.remove()
    }
  })
}
