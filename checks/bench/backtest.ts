import { randomUUID } from 'node:crypto'
import { conclude } from '#server/modules/decisions/conclude.ts'
import type { DecisionInputs } from '#server/modules/decisions/inputs.ts'
import { openEvaluator } from '#server/modules/decisions/rules.ts'
import { decisionPlace, insertDecision, keepRules } from '#server/modules/decisions/store.ts'
import { changing, workbenchBench } from '#server/modules/decisions/workbench/workbench-bench.ts'
import { testClock } from '#server/platform/clock.ts'
import { openPostgres } from '#server/platform/database-postgres.ts'
import { openLog } from '#server/platform/log.ts'
import { openPlatform } from '#server/platform/platform.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import { testConfig } from '#server/testing/empty.ts'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { testJobs } from '#server/testing/jobs.ts'
import type { Figure } from './figures.ts'

/** Decisions of one invented person: as many as a faithful borrower comes to. */
const each = 5

/** People stored beside each other. */
const atOnce = 20

type Life = ReturnType<typeof workbenchBench>

/** Somebody of the nth kind: young and old, in debt and not, known to the bureau and not. */
function person(lender: Life['lender'], n: number): DecisionInputs {
  const product = lender.products[n % lender.products.length]!
  const spread = (of: number, factor: number) => (n * factor) % of
  return {
    day: '2026-03-02' as DecisionInputs['day'],
    lenderKind: lender.legal.kind,
    identityProvider: 'none',
    identified: true,
    ogrn: lender.legal.ogrn,
    rules: lender.rules,
    product,
    wish: { amount: product.amount.min, term: product.term.min, promo: null, firstLoan: false },
    person: { age: 18 + spread(60, 7) },
    income: { declared: (20_000 + spread(90_000, 37)) * 100, regional: 90_000_00 },
    declaredPayments: spread(20_000, 11) * 100,
    bureau: {
      reportId: 'bench',
      name: 'bench',
      selfBan: n % 97 === 0,
      unpaidLoans: [],
      monthlyIncome: null,
      history: true,
      score: 400 + spread(500, 13),
    },
    own: { loans: n % 4, shortLoansThisYear: 0, unpaid: [], monthlyPayments: 0, overdueDays: n % 29 === 0 ? 40 : 0 },
    blacklisted: n % 211 === 0,
    referredBefore: n % 3 === 0,
  }
}

/** Decides and seals as the product does, straight into the tables. */
async function store(platform: TestPlatform, { lender, versions }: Life, count: number): Promise<void> {
  const rules = versions.ofFile()
  const now = platform.clock.now()
  const { db } = platform.database
  await keepRules(db, { sha256: rules.sha256, version: rules.version, content: rules.content, first_used_at: now })
  const { evaluate, close } = openEvaluator()
  const tables = db.$extendTables<Record<'client' | 'request', Record<string, unknown>>>()
  // a request that is there, to be stored again under other names
  const template = await tables.selectFrom('request').selectAll().executeTakeFirstOrThrow()
  async function storePerson(n: number): Promise<void> {
    const client = randomUUID()
    const request = randomUUID()
    await tables
      .insertInto('client')
      .values({ id: client, sealed: Buffer.of(1), created_at: now })
      .execute()
    await tables
      .insertInto('request')
      .values({ ...template, id: request, client_id: client })
      .execute()
    const sealing = await platform.clientKeys.of(db, client)
    for (let one = n; one < Math.min(count, n + each); one += 1) {
      const inputs = person(lender, one)
      const { result } = await conclude(inputs, rules, evaluate)
      const id = randomUUID()
      await insertDecision(db, {
        id,
        request_id: request,
        client_id: client,
        outcome: result.outcome,
        reason_class: result.outcome === 'reject' ? result.reasonClass : null,
        reasons: result.reasons,
        rules_version: rules.version,
        rules_sha256: rules.sha256,
        inputs: sealing.seal(inputs, decisionPlace(id, 'inputs')),
        trace: sealing.seal(null, decisionPlace(id, 'trace')),
        result: sealing.seal(result, decisionPlace(id, 'result')),
        decided_at: now,
      })
    }
  }
  for (let n = 0; n < count; n += each * atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, (_, one) => n + one * each).map((first) =>
        first < count ? storePerson(first) : undefined,
      ),
    )
  close()
}

/** A draft over past decisions: how long it takes, and that the same comes out twice. */
export async function backtests(server: string): Promise<Figure[]> {
  const count = Number(process.env.DECISIONS ?? 100_000)
  const { url, drop } = await migratedPostgres(server)
  const database = await openPostgres(url)
  const clock = testClock()
  const jobs = testJobs(clock)
  const log = openLog({ clock, level: 'error', write: () => undefined })
  const opened = await openPlatform(testConfig(), { database, log, clock, jobs })
  const platform: TestPlatform = { ...opened, clock, jobs, lines: [] }
  try {
    const life = workbenchBench(platform)
    await life.approved()
    await store(platform, life, count)
    clock.advance(1000)
    const draft = await life.drafted(
      changing('scoreLow', { when: { 'bureau.known': 'true', 'bureau.score': '< 470' } }),
    )
    const hashes: (string | null)[] = []
    const seconds: number[] = []
    const rows = []
    for (const _ of [1, 2]) {
      const began = performance.now()
      const row = await life.backtested(draft, count)
      seconds.push((performance.now() - began) / 1000)
      hashes.push(row.report_sha256)
      rows.push(row)
    }
    const report = rows[0]?.report
    process.stderr.write(
      `${JSON.stringify(report?.byRule)} ${JSON.stringify(report?.moves)} hash ${hashes.join(' ')}\n`,
    )
    return [
      {
        what: `a draft over ${report?.decisions} past decisions`,
        unit: 's',
        ours: Math.max(...seconds),
        budget: { atMost: (120 * count) / 100_000 },
      },
      {
        what: 'reports of it that differ when made twice',
        unit: '',
        ours: hashes[0] && hashes[0] === hashes[1] ? 0 : 1,
        budget: { atMost: 0 },
      },
    ]
  } finally {
    await platform.close()
    await drop()
  }
}
