import { office } from '../e2e/server.ts'
import { startStack } from './stack.ts'

/** `npm run stack`: the whole of deploy/compose.yaml as processes, until Ctrl+C. PORT, 8443 unless told. */
const say = (line: string) => process.stdout.write(`${line}\n`)

const stack = await startStack({ port: Number(process.env.PORT ?? 8443) })
if ('reason' in stack) {
  say(`The stack cannot run here: ${stack.reason}`)
  process.exit(1)
}
say(`
  Borrower's app   ${stack.url}/
  Office           ${stack.url}/office/   ${office.login} / ${office.password} / ${office.totpSecret}
  Servers          ${stack.servers.map(({ url }) => url).join('  ')}
  Database         ${stack.env.DATABASE_URL}
  Store            ${stack.env.S3_ENDPOINT}

  The certificate was made just now: the browser warns once. Ctrl+C ends everything.
`)

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    await stack.stop()
    process.exit(0)
  })
