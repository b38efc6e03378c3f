import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { conclude, inBrowser, inServer, type Stage } from './setup/stages.ts'
import { oneProcess, root, tests } from './setup/testing.ts'

/** `npm run test:one FILE…`: test files as `npm test` runs them, the server's on both databases, those of the whole product with a browser. */
const given = process.argv.slice(2).map((file) => relative(root, file).replaceAll('\\', '/'))
const missing = given.filter((file) => !existsSync(file))

async function units(files: string[]): Promise<Stage> {
  return { outcomes: [await tests('units', files, { args: [oneProcess] })], notRun: [] }
}

if (given.length === 0 || missing.length > 0) {
  console.error(
    missing.length > 0
      ? `No file ${missing.join(', ')}`
      : 'Name a test file: npm run test:one -- contract/money.test.ts',
  )
  process.exitCode = 2
} else {
  const under = (folder: string) => given.filter((file) => file.startsWith(`${folder}/`))
  const [server, whole] = [under('server'), under('checks')]
  const rest = given.filter((file) => !server.includes(file) && !whole.includes(file))
  const ran: Stage[] = []
  if (rest.length > 0) ran.push(await units(rest))
  if (server.length > 0) ran.push(await inServer(server))
  if (whole.length > 0) ran.push(await inBrowser(whole))
  conclude(ran)
}
