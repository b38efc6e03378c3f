import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { readLender } from './lender.ts'
import { openControl } from './operations/control.ts'
import { worksOf } from './operations/works.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config.ts'
import { openPlatform } from './platform/platform.ts'
import { StartRefused, startOrExit } from './platform/refusal.ts'
import { version } from './platform/version.ts'

/** Calls still open after this are cut: an upload goes on where it was, on another server. */
const drainMs = 10_000
/** Beyond this something hangs; whoever started us waits thirty seconds. */
const longestStopMs = 28_000

const started = performance.now()

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartRefused(`Port ${port} of ${host} is taken by another program: stop it, or choose another PORT`, {
        passing: true,
      })
    if (code === 'EACCES')
      throw new StartRefused(`Port ${port} may not be opened by this user: choose a PORT above 1023`)
    if (code === 'EADDRNOTAVAIL') throw new StartRefused(`HOST ${host} is no address of this machine: correct it`)
    throw error
  }
}

const { platform, product, endControl } = await startOrExit(async () => {
  const config = readConfig(process.env)
  const { lender, folder } = readLender(config.lenderConfig, systemClock, config.dataDir)
  const platform = await openPlatform(config)
  try {
    const product = await buildApp(platform, lender, folder)
    await platform.jobs.start()
    await listen(product.app, config)
    const endControl =
      platform.database.kind === 'embedded' ? await openControl(config.dataDir, worksOf(platform)) : null
    return { platform, product, endControl }
  } catch (error) {
    await platform.close()
    throw error
  }
})

/** Said to whoever tries the demo out; in production standard output is JSON throughout. */
function greet(): void {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const { config, database } = platform
  say('')
  say(`  Заявка для клиента    ${config.publicUrl}/`)
  say(`  Кабинет сотрудника    ${config.officeUrl}/`)
  if (product.firstStaff) {
    say('')
    say('  Первый сотрудник (показано один раз):')
    say(`    логин               ${product.firstStaff.login}`)
    say(`    пароль              ${product.firstStaff.password}`)
    say(`    ключ для кодов      ${product.firstStaff.totpSecret}`)
    say(`    ссылка для приложения ${product.firstStaff.totpUri}`)
  }
  if (config.testCodes.sms) {
    say('')
    say(`  Код из СМС в демо     ${config.testCodes.sms}; все сообщения видны в кабинете сотрудника`)
  }
  say(`  База                  ${database.kind === 'embedded' ? `встроенная, ${config.dataDir}` : 'PostgreSQL'}`)
  say(`  Готово за             ${((performance.now() - started) / 1000).toFixed(1)} с`)
  say('')
}

let stopping = false

/** Readiness says no and the balancer notices, then open calls are finished, then jobs, then the database. */
async function stop(signal: string, code = 0): Promise<void> {
  if (stopping) return
  stopping = true
  platform.log.info({ signal }, 'stopping')
  setTimeout(() => process.exit(1), longestStopMs).unref()
  product.admission.stop()
  await new Promise((go) => setTimeout(go, platform.config.stopNoticeMs))
  setTimeout(() => product.app.server.closeAllConnections(), drainMs).unref()
  await product.app.close()
  await endControl?.()
  await platform.close()
  process.exit(code)
}

process.once('SIGTERM', () => void stop('SIGTERM'))
process.once('SIGINT', () => void stop('SIGINT'))
process.on('unhandledRejection', (error) => platform.log.error({ err: error }, 'unhandled rejection'))
// What was under way when it came may be half done: others are served to their end, then whoever started us starts us anew.
process.on('uncaughtException', (error) => {
  platform.log.fatal({ err: error }, 'uncaught exception')
  stop('uncaught exception', 1).catch(() => process.exit(1))
})

const { config, database, log } = platform
if (!config.production) greet()
log.info(
  { version, port: config.port, database: database.kind, seconds: Math.round(performance.now() - started) / 1000 },
  'ready',
)
