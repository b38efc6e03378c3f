import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, it, test } from 'node:test'
import { openOutbound } from '#server/platform/outbound.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { Secret } from '#server/platform/secret.ts'
import { sandboxBureau } from '#server/providers/bureau/sandbox.ts'
import { openScoring } from '#server/providers/scoring/open.ts'
import { onBothDatabases, type TestPlatform, testConfig } from '#server/testing/bench.ts'
import { demoLender, lifeBench, somebody } from '#server/testing/life.ts'
import type { DecisionInputs } from './inputs.ts'
import { replay } from './replaying.ts'
import { rulesOf } from './rules.ts'
import { createVersions } from './workbench/versions.ts'
import { changing, workbenchBench } from './workbench/workbench-bench.ts'

const demo = readFileSync(new URL('../../../config/decision-rules/loan-2026-01-01.json', import.meta.url), 'utf8')

/** The demo's table, which sends to a person what the scoring was silent of, and refuses what it thinks little of. */
function table() {
  const model = JSON.parse(demo) as {
    nodes: {
      type: string
      content?: { inputs: { id: string; name: string; field: string }[]; rules: Record<string, string>[] }
    }[]
  }
  const content = model.nodes.find(({ type }) => type === 'decisionTableNode')?.content ?? assert.fail()
  content.inputs.push(
    { id: 'silent', name: 'Скоринг молчит', field: 'opinion.silent' },
    { id: 'said', name: 'Скоринг ответил', field: 'opinion.known' },
    { id: 'word', name: 'Балл скоринга', field: 'opinion.score' },
  )
  content.rules.unshift(
    { _id: 'quiet', _description: 'Скоринг не ответил', silent: 'true', outcome: '"refer"', row: '"scoringSilent"' },
    {
      _id: 'low',
      _description: 'Низкий балл',
      said: 'true',
      word: '< 300',
      outcome: '"reject"',
      reasonClass: '"credit"',
      row: '"scoringLow"',
    },
  )
  const empty = Object.fromEntries(content.inputs.map(({ id }) => [id, '']))
  content.rules = content.rules.map((row) => ({ ...empty, reasonClass: 'null', share: 'null', ...row }))
  return rulesOf('loan-2026-01-01', JSON.stringify(model))
}

type Says = (question: Record<string, unknown>) => { status?: number; body: string } | null
let says: Says = () => ({ body: '' })
const heard: { question: Record<string, unknown>; authorization: string | undefined }[] = []
const server = createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += String(part)
  const question = JSON.parse(text) as Record<string, unknown>
  heard.push({ question, authorization: request.headers.authorization })
  const said = says(question)
  // Null: never.
  if (said) response.writeHead(said.status ?? 200, { 'content-type': 'application/json' }).end(said.body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/score`
after(() => {
  server.closeAllConnections()
  server.close()
})

const settingsOf = (given: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, new Secret(value)]))

const scoringOf = (platform: TestPlatform, given: Record<string, string> = {}) =>
  openScoring({
    ...platform,
    outbound: openOutbound({ production: false }),
    config: testConfig({ scoring: { provider: 'http', settings: settingsOf({ URL: url, TIMEOUT: '300', ...given }) } }),
  }) ?? assert.fail()

test('a time-out beyond its bounds stops the start, and is named', () => {
  const wrong = [{ TIMEOUT: '0' }, { TIMEOUT: '60000' }]
  const platform = { log: null, metrics: null } as never as TestPlatform
  for (const given of wrong) assert.throws(() => scoringOf(platform, given), /SCORING_TIMEOUT/)
})

onBothDatabases('the scoring that is asked', (open) => {
  async function decided(answer: Says) {
    const platform = await open()
    says = answer
    heard.length = 0
    const scoring = scoringOf(platform, { TOKEN: 'hidden-word' })
    const bench = lifeBench(platform, demoLender(), sandboxBureau(), undefined, { scoring, rules: [table()] })
    const { id } = await bench.approved(somebody)
    await bench.decisions.decide(id)
    const [decision] = await bench.decisions.list(id)
    assert.ok(decision)
    const row = await platform.db
      .$extendTables<{ decision: { id: string; inputs: Uint8Array; client_id: string } }>()
      .selectFrom('decision')
      .selectAll()
      .executeTakeFirstOrThrow()
    const sealing = await platform.clientKeys.of(platform.db, row.client_id)
    const inputs = sealing.unseal<DecisionInputs>(row.inputs, { table: 'decision', id: row.id, column: 'inputs' })
    // Nobody is asked again: what was said, or not said, is in what was kept.
    says = () => assert.fail('asked at the replay')
    const again = await replay(platform.db, platform.clientKeys, decision.id)
    assert.ok(again?.same, JSON.stringify(again))
    return { decision, inputs, platform }
  }

  it('its word decides, is kept, and it heard figures only', async () => {
    const word = { score: 250, reasons: ['thin-file'] }
    const { decision, inputs } = await decided(() => ({ body: JSON.stringify(word) }))
    assert.deepEqual([decision.outcome, decision.reasons], ['reject', ['scoringLow']])
    assert.deepEqual([inputs.opinion, inputs.scoring], [word, 'answered'])
    const [asked] = heard
    assert.equal(asked?.authorization, 'Bearer hidden-word')
    assert.deepEqual([asked?.question.amount, asked?.question.product], [1_500_000, 'payday'])
    assert.doesNotMatch(JSON.stringify(heard), /Выдумкина|4500000055|1990-05-17/)
    const good = await decided(() => ({ body: JSON.stringify({ score: 900, reasons: [] }) }))
    assert.equal(good.decision.outcome, 'offer')
  })

  const silences: readonly [string, Says][] = [
    ['nothing in time', () => null],
    ['an error', () => ({ status: 500, body: '{}' })],
    ['no JSON', () => ({ body: '<html>' })],
    ['another shape', () => ({ body: '{"score":"high"}' })],
    ['a score beyond its bounds', () => ({ body: '{"score":-1,"reasons":[]}' })],
    ['words for codes', () => ({ body: '{"score":1,"reasons":["Анна Иванова"]}' })],
  ]
  for (const [what, answer] of silences)
    it(`no answer is a fact: ${what}`, async () => {
      const { decision, inputs, platform } = await decided(answer)
      assert.deepEqual([decision.outcome, decision.reasons], ['refer', ['scoringSilent']])
      assert.deepEqual([inputs.opinion, inputs.scoring], [null, 'silent'])
      assert.ok(!platform.lines.some((line) => line.includes('hidden-word')))
    })

  const dumb = [rulesOf('loan-2026-01-01', demo)]
  const refused = (error: unknown) =>
    error instanceof StartRefused && /loan-2026-01-01 do not look at opinion\.silent/.test(error.message)

  it('a lender whose table does not name the silence does not start', async () => {
    const platform = await open()
    const asking = { platform, lender: demoLender(), asksScoring: true }
    await assert.rejects(createVersions({ ...asking, files: dumb }).mayStart(), refused)
    await createVersions({ ...asking, files: [table()] }).mayStart()
    await createVersions({ ...asking, files: dumb, asksScoring: false }).mayStart()
  })

  it('nor one whose staff put such a table in force before the scoring was there', async () => {
    const platform = await open()
    const { drafted, inForceBy } = workbenchBench(platform)
    await inForceBy(await drafted(changing('tooYoung', { text: 'Моложе восемнадцати' })))
    const { version } = await createVersions({ platform, lender: demoLender(), files: [table()] }).inForce()
    const asking = createVersions({ platform, lender: demoLender(), files: [table()], asksScoring: true })
    await assert.rejects(
      asking.mayStart(),
      (error) => error instanceof StartRefused && error.message.includes(`${version} do not look`),
    )
  })
})
