import { execFileSync } from 'node:child_process'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { conclude, inBrowser, inServer, rooms, stages } from './setup/stages.ts'
import { root } from './setup/testing.ts'

/**
 * `npm run check`: types, lint, rules, units, and of the tests of the server and of the whole product those nearest to what has
 * changed since the last commit (or, with nothing changed, in it). What it leaves to `npm test` it says.
 */
const nearest = { server: 4, checks: 1 } as const
/** Minutes each: run here only when they are what was changed. */
const long = /^checks\/(drills|security)\//

const lines = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

function changedFiles(): string[] {
  const open = [...lines('diff', '--name-only', 'HEAD'), ...lines('ls-files', '--others', '--exclude-standard')]
  return open.length > 0 ? open : lines('diff', '--name-only', 'HEAD~1')
}

/** How many imports away from a changed file each file is. */
async function distances(changed: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { output } = await cruise([...rooms], {
    baseDir: root,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  })
  const users = new Map((output as ICruiseResult).modules.map(({ source, dependents }) => [source, dependents]))
  const found = new Map(changed.map((file) => [file, 0]))
  for (const [file, distance] of found)
    for (const user of users.get(file) ?? []) if (!found.has(user)) found.set(user, distance + 1)
  return found
}

const changed = changedFiles()
console.log(`        ${changed.length} changed: ${changed.slice(0, 5).join(', ')}${changed.length > 5 ? '…' : ''}`)
const away = await distances(changed)

/** Of the tests below a folder those that reach what changed, the nearest first. */
function reaching(folder: keyof typeof nearest) {
  const all = [...away].filter(([file]) => file.startsWith(`${folder}/`) && /\.test\.ts$/.test(file))
  const sorted = all
    .filter(([file, distance]) => distance === 0 || !long.test(file))
    .sort((one, other) => one[1] - other[1])
    .map(([file]) => file)
  const chosen = sorted.slice(0, nearest[folder])
  return { chosen, left: all.length - chosen.length }
}

const server = reaching('server')
const whole = reaching('checks')
const ran = [await stages.static(), await stages.unit()]
if (server.chosen.length > 0) ran.push(await inServer(server.chosen))
if (whole.chosen.length > 0) ran.push(await inBrowser(whole.chosen))
const left = server.left + whole.left
if (left > 0) console.log(`        ${left} more test files reach what changed: npm test`)
conclude(ran)
