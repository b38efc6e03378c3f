import { withBreaker } from './breaker.ts'
import { type ClientKeys, openClientKeys } from './client-keys.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { type Database, type Db, openDatabase, type Watch } from './database.ts'
import { untilThere } from './database-waiting.ts'
import type { Jobs } from './jobs.ts'
import { openBossJobs } from './jobs-boss.ts'
import { startJournal } from './journal/append.ts'
import { openSummedJournal, type SummedJournal } from './journal/summed.ts'
import { type KeyRing, openKeys } from './keys.ts'
import { checkKnownKeys } from './known-keys.ts'
import { type Limits, openLimits } from './limits.ts'
import { type Live, openLive } from './live.ts'
import { type Log, openLog } from './log.ts'
import { type Metrics, openMetrics } from './metrics.ts'
import { migrate } from './migrations.ts'
import { type Outbound, openOutbound } from './outbound.ts'
import { type Random, systemRandom } from './random.ts'
import { openRate, type Rate } from './rate.ts'
import { openReactions, type Reactions } from './reactions.ts'
import { openSealing, type Sealing } from './sealing.ts'
import { noteSpan, withSpan } from './trace.ts'
import { noTracing, type Tracing } from './tracing.ts'
import { type Tx, transact } from './transaction.ts'
import { version } from './version.ts'

/** Everything the server stands on. It knows no domain. */
export interface Platform {
  config: Config
  clock: Clock
  random: Random
  log: Log
  keys: KeyRing
  sealing: Sealing
  /** Keys of clients: what belongs to one of them is sealed with theirs. */
  clientKeys: ClientKeys
  database: Database
  /** The database outside transactions; `db.$extendTables<Tables>()` for a module's own tables. */
  db: Db
  jobs: Jobs
  live: Live
  /** Counters in the database; what is limited, and by which figures, is in `limits`. */
  rate: Rate
  limits: Limits
  metrics: Metrics
  /** What anybody may make happen, summed for the journal. */
  sums: SummedJournal
  /** Off unless a collector is configured. */
  tracing: Tracing
  /** Calls to providers. */
  outbound: Outbound
  /** What modules do when something happens in others: see `Tx.emit`. */
  reactions: Reactions
  /** One unit of work; see `Tx`. */
  transact<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** Stops the jobs, then closes the database. */
  close(): Promise<void>
}

export interface PlatformOverrides {
  clock?: Clock
  random?: Random
  log?: Log
  /** An open, migrated database; whoever opened it closes it. */
  database?: Database
  jobs?: Jobs
  outbound?: Outbound
}

/** Counts lines cut and mended; both from the first cut on, for an alarm that compares them. */
const cutCounter = (metrics: Metrics) => {
  const count = metrics.counter('outbound_cut_total', 'Lines to providers that were cut, and mended', [
    { host: '', cut: 'yes' },
  ])
  return (host: string, cut: boolean) => {
    count({ host, cut: 'yes' }, cut ? 1 : 0)
    count({ host, cut: 'no' }, cut ? 0 : 1)
  }
}

/** The exporter is loaded only where there is a collector. */
async function openTracing({ otlp }: Config, metrics: Metrics): Promise<Tracing> {
  if (!otlp) return noTracing
  const { openOtlp } = await import('./otlp.ts')
  const dropped = metrics.counter('spans_dropped_total', 'Spans the collector did not take')
  const onDrop = (spans: number) => dropped({}, spans)
  return openOtlp({ endpoint: otlp.endpoint, headers: otlp.headers?.reveal(), version, onDrop })
}

/** A call to a vendor is named by its host and method: its path may say whom it is about. */
const traced =
  (tracing: Tracing, outbound: Outbound): Outbound =>
  (call) => {
    const host = URL.parse(call.url)?.hostname ?? 'unknown'
    const method = call.method ?? (call.body === undefined ? 'GET' : 'POST')
    const attributes = { 'server.address': host, 'http.request.method': method }
    return withSpan(tracing, { name: `${method} ${host}`, kind: 'client', attributes }, () => outbound(call))
  }

/** A server in which nobody has written for so long, ms, has nothing that waits. */
const stillAfter = 2 * 60_000

/** Opens the database, brings its schema up to date and puts the platform together. Jobs are started by the caller. */
export async function openPlatform(config: Config, overrides: PlatformOverrides = {}): Promise<Platform> {
  const keys = openKeys(config.appKey, config.oldAppKeys)
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? openLog({ clock })
  const metrics = openMetrics()
  const countCut = cutCounter(metrics)
  const tracing = await openTracing(config, metrics)
  const watch: Watch = ({ verb, table }, milliseconds) =>
    noteSpan(tracing, table ? `${verb} ${table}` : verb, milliseconds, {
      'db.operation.name': verb,
      ...(table && { 'db.collection.name': table }),
    })
  const database = overrides.database ?? (await openDatabase(config, tracing.on ? watch : undefined))
  const closeDatabase = async () => {
    if (!overrides.database) await database.close()
  }
  try {
    if (!overrides.database) {
      await untilThere(database, { config, log })
      await migrate(database, { ahead: config.schemaAhead })
    }
    await checkKnownKeys(database.db, keys, clock)
    await startJournal(database.db, keys)
    const sealing = openSealing(keys)
    let stirred = performance.now()
    // Several servers at one database do not know of each other's writing.
    const still = () => database.kind === 'embedded' && performance.now() - stirred > stillAfter
    const jobs = overrides.jobs ?? openBossJobs({ database, clock, log, tracing, still })
    const reactions = openReactions()
    const parts = { database, jobs, keys, clock, log, reactions }
    const live = await openLive(database)
    const clientKeys = await openClientKeys({ database, keys, clock })
    const rate = openRate({ db: database.db, clock, sealing })
    const work: Platform['transact'] = (body) => {
      stirred = performance.now()
      return transact(parts, body)
    }
    return {
      config,
      clock,
      random: overrides.random ?? systemRandom,
      log,
      keys,
      sealing,
      clientKeys,
      database,
      db: database.db,
      jobs,
      live,
      rate,
      limits: openLimits({ rate, clock }),
      metrics,
      sums: openSummedJournal({ db: database.db, clock, metrics, transact: work }),
      tracing,
      outbound: traced(
        tracing,
        overrides.outbound ??
          withBreaker(openOutbound(config), {
            clock,
            told(host, cut) {
              countCut(host, cut)
              log.warn({ host }, cut ? 'a provider does not answer: its line is cut' : 'a provider answers again')
            },
          }),
      ),
      reactions,
      transact: work,
      async close() {
        await jobs.stop()
        metrics.close()
        await tracing.close()
        await live.close()
        await clientKeys.close()
        await closeDatabase()
      },
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** The same platform for another product over it: what its modules do when something happens is its own. */
export function withOwnReactions<P extends Platform>(platform: P): P {
  const reactions = openReactions()
  return {
    ...platform,
    reactions,
    transact: <T>(body: (tx: Tx) => Promise<T>) =>
      platform.transact((outer) => {
        const tx: Tx = { ...outer, emit: (name, told) => reactions.emit(tx, name, told) }
        return body(tx)
      }),
  }
}
