import { buildApp } from './app.ts'
import { readLender } from './lender.ts'
import { openControl } from './operations/control.ts'
import { worksOf } from './operations/works.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openPlatform } from './platform/platform.ts'
import { startOrExit } from './platform/refusal.ts'

/** Calls still open after this are cut: an upload goes on where it was, on another server. */
const drainMs = 10_000
/** Beyond this something hangs; whoever started us waits thirty seconds. */
const longestStopMs = 28_000

const started = performance.now()

const { platform, product, endControl } = await startOrExit(async () => {
  const config = readConfig(process.env)
  const { lender, folder } = readLender(config.lenderConfig, systemClock, config.dataDir)
  const platform = await openPlatform(config)
  try {
    const product = await buildApp(platform, lender, folder)
    await platform.jobs.start()
    await product.app.listen({ port: config.port, host: config.host })
    const endControl =
      platform.database.kind === 'embedded' ? await openControl(config.dataDir, worksOf(platform)) : null
    return { platform, product, endControl }
  } catch (error) {
    await platform.close()
    throw error
  }
})

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

greet()
