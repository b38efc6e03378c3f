import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { StepDefinition } from '#contract/step.ts'
import { flow } from '#steps/flow.ts'

/** Bytes of JavaScript and CSS as they travel: packed by brotli where `checks/setup/build.ts` packed them */
const budgets = { firstScreen: 80_000, step: 12_000, cameraStep: 25_000, filling: 220_000 }

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
/** Steps of the camera, by the stage they declare */
let camera: { test(source: string): boolean }
/** Not on the way of a request: desk, tasks, profile, prolongation, my loan, its contract, appeals */
const aside = /^steps\/step(03|05|16|20|35|39|40)-/

type Entry = { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }

let manifest: Readonly<Record<string, Entry>> = {}
let screens: readonly string[] = []

before(async () => {
  const folders = await Promise.all(
    flow.map(async (folder) => {
      const { step } = (await import(`../../steps/${folder}/step.ts`)) as { step: StepDefinition }
      return step.stage === 'capture' ? [`steps/${folder}/`] : []
    }),
  )
  camera = { test: (source) => folders.flat().some((folder) => source.startsWith(folder)) }
  manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  screens = Object.keys(manifest)
    .filter((source) => /^steps\/[^/]+\/Screen\.tsx$/.test(source))
    .sort()
})

/** Every file these sources bring with them at once */
function filesOf(...sources: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (source: string) => {
    const entry = manifest[source]
    assert.ok(entry, `${source} is not in the build`)
    if (files.has(entry.file)) return
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file)
    entry.imports?.forEach(visit)
  }
  sources.forEach(visit)
  return files
}

function weigh(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) {
    const path = join(dist, file)
    bytes += statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
  }
  return bytes
}

const firstScreen = () => filesOf('client/index.html')

/** What comes with the first screen after the start: the list of screens, the room of a request with every step's definition, the watch over it */
const shell = () =>
  filesOf(
    'client/FurtherScreens.tsx',
    'client/shell/Dialogs.tsx',
    'client/filling/Filling.tsx',
    'client/PersonalWatch.tsx',
    'client/shell/person.ts',
  )

/** Fields, rules and calls that two steps or more share, the camera's own left out: fetched once */
function shared(): Set<string> {
  const times = new Map<string, number>()
  for (const screen of screens.filter((source) => !camera.test(source)))
    for (const file of filesOf(screen)) times.set(file, (times.get(file) ?? 0) + 1)
  return new Set([...times].filter(([, count]) => count > 1).map(([file]) => file))
}

const inWords = (what: string, bytes: number, budget: number) =>
  `${what} ${(bytes / 1000).toFixed(1)} kB of ${budget / 1000}`

function within(what: string, bytes: number, budget: number): void {
  assert.ok(bytes <= budget, `${what} weighs ${bytes} bytes, ${bytes - budget} more than its budget`)
}

describe('what the borrower downloads', () => {
  test('the first screen, with its styles', (context) => {
    within('first screen', weigh(firstScreen()), budgets.firstScreen)
    context.diagnostic(inWords('first screen', weigh(firstScreen()), budgets.firstScreen))
  })

  test('each further step, beside what steps share and those before it brought', (context) => {
    const common = new Set([...firstScreen(), ...shell(), ...shared()])
    assert.ok(screens.length >= 25, 'the steps are in the build')
    const weighed: { bytes: number; words: string }[] = []
    for (const screen of screens) {
      const own = [...filesOf(screen)].filter((file) => !common.has(file))
      const budget = camera.test(screen) ? budgets.cameraStep : budgets.step
      const [name, bytes] = [screen.split('/')[1] ?? screen, weigh(own)]
      within(name, bytes, budget)
      weighed.push({ bytes, words: inWords(name, bytes, budget) })
      if (!aside.test(screen)) for (const file of own) common.add(file)
    }
    const heaviest = weighed.sort((one, other) => other.bytes - one.bytes).slice(0, 4)
    context.diagnostic(`the heaviest of ${weighed.length} steps: ${heaviest.map(({ words }) => words).join(', ')}`)
  })

  test('the whole way from the start to the sent request', (context) => {
    const way = screens.filter((screen) => !aside.test(screen)).map((screen) => filesOf(screen))
    const files = new Set([firstScreen(), shell(), ...way].flatMap((some) => [...some]))
    within('all filling steps', weigh(files), budgets.filling)
    context.diagnostic(inWords('all filling steps', weigh(files), budgets.filling))
  })
})
