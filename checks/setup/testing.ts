import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killAll, killFile } from './hanging.ts'
import type { Told } from './reporter.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Outcome {
  name: string
  passed: number
  failed: number
  output: string
  seconds: number
  /** What went wrong, a line for each test. */
  wrong: readonly string[]
}

export function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  heard: (text: string) => void = () => {},
  began: (pid: number) => void = () => {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (child.pid !== undefined) began(child.pid)
    let output = ''
    const take = (text: string) => {
      output += text
      heard(text)
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

async function timed(
  name: string,
  work: () => Promise<Omit<Outcome, 'name' | 'seconds' | 'wrong'> & { wrong?: readonly string[] }>,
): Promise<Outcome> {
  const started = performance.now()
  const outcome = { name, wrong: [name], ...(await work()), seconds: (performance.now() - started) / 1000 }
  const verdict = outcome.failed > 0 ? 'FAILED' : 'ok'
  console.log(
    `${verdict.padEnd(7)} ${name}: ${outcome.passed} passed, ${outcome.failed} failed, ${outcome.seconds.toFixed(1)} s`,
  )
  if (outcome.failed > 0) console.log(outcome.output.slice(-12_000))
  return outcome
}

/** A check that is one verdict. */
export const check = (name: string, command: string, args: string[]) =>
  timed(name, async () => {
    const { code, output } = await run(command, args)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
  })

function asTold(line: string): Told | null {
  try {
    return JSON.parse(line) as Told
  } catch {
    return null
  }
}

/** Hundreds of processes read the same sources: Node keeps what it made of them, half a second of the processor each. */
const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile') }

/** All files of a run in the runner's own process: what each would load is loaded once. */
export const oneProcess = '--test-isolation=none'

/** A file that takes longer hangs, and fails by it. */
const longestMs = 10 * 60_000
/** So long may all files of a stage take together, on a machine four times as slow as two quiet cores. */
const longestStageMs = 55 * 60_000
/** At so many the machine is not to blame. */
const mostTriedAgain = 4

interface Ran {
  passed: number
  failed: number
  output: string
  failures: { file: string; line: string }[]
  seconds: Map<string, number>
  /** The runner did not live to count: files had not had their turn. */
  cut: boolean
}

/** Test files under one runner of Node, each in a process of its own or all in the runner's. */
async function ranBy(files: string[], args: string[], env: Record<string, string>): Promise<Ran> {
  const all: Ran = { passed: 0, failed: 0, output: '', failures: [], seconds: new Map(), cut: true }
  const shared = args.includes(oneProcess)
  /** When each file began that has not ended. */
  const going = new Map<string, number>()
  const begin = (file: string) => {
    if (going.has(file)) return
    if (shared) for (const before of going.keys()) end(before)
    going.set(file, performance.now())
  }
  const end = (file: string, seconds = (performance.now() - (going.get(file) ?? 0)) / 1000) => {
    going.delete(file)
    all.seconds.set(file, (all.seconds.get(file) ?? 0) + seconds)
  }
  /** What each file wrote to its standard error, the end of it. */
  const spoken = new Map<string, string>()
  const hear = (line: string) => {
    const told = asTold(line)
    const named = told && 'file' in told ? told.file.replace(root, '') : ''
    // A hook, or a suite made for many files, fails in another file than the one it is about.
    const file = shared && !named.includes('.test.') ? ([...going.keys()][0] ?? named) : named
    if (told?.kind === 'failed') {
      all.failures.push({ file, line: `${file} ${told.title}: ${told.error.split('\n', 1)[0]?.slice(0, 200)}` })
      console.log(`        not ok: ${file} ${told.title}\n${told.error}`)
      if (told.title.endsWith(file)) {
        going.delete(file)
        // A file that fails by itself has said why before.
        console.log(spoken.get(file) ?? '')
      }
    } else if (told?.kind === 'begun') {
      if (told.whole || shared) begin(file)
    } else if (told?.kind === 'ended') end(file, told.seconds)
    else if (told?.kind === 'stderr') {
      spoken.set(file, `${spoken.get(file) ?? ''}${told.text}`.slice(-4000))
      if (all.failures.some((failure) => failure.file === file)) console.log(told.text.trimEnd())
    } else if (told?.kind === 'said') console.log(`        ${told.text}`)
    else if (told?.kind === 'counts') Object.assign(all, { passed: told.passed, failed: told.failed, cut: false })
    else all.output = `${all.output}${line}\n`.slice(-4000)
  }
  let rest = ''
  let runner = 0
  const started = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    const late = [...going].flatMap(([file, at]) => (now - at > longestMs ? [file] : []))
    for (const file of late) {
      console.log(`        hangs, ended after ${longestMs / 60_000} minutes: ${file}`)
      if (shared) killAll(runner)
      else killFile(runner, file)
    }
    if (now - started < longestStageMs) return
    clearInterval(watch)
    console.log(
      `        ended after ${longestStageMs / 60_000} minutes, in the middle of: ${[...going.keys()].join(', ')}`,
    )
    killAll(runner)
  }, 10_000)
  const { code } = await run(
    'node',
    ['--test', '--test-reporter=./checks/setup/reporter.ts', ...args, ...files],
    { ...compileCache, ...env },
    (text) => {
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    },
    (pid) => {
      runner = pid
    },
  )
  clearInterval(watch)
  if (!all.cut) for (const file of going.keys()) end(file)
  if ((code !== 0 || all.cut) && all.failed === 0) all.failed = Math.max(1, all.failures.length)
  return all
}

/** Batches of test files, so many runners at once, the slowest files named at the end. */
async function ran(batches: string[][], atOnce: number, args: string[], env: Record<string, string>): Promise<Ran> {
  const waiting = [...batches]
  const done: Ran[] = []
  const runner = async () => {
    for (let files = waiting.shift(); files; files = waiting.shift()) done.push(await ranBy(files, args, env))
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
  const sum = (what: 'passed' | 'failed') => done.reduce((total, one) => total + one[what], 0)
  const times = done.flatMap(({ seconds }) => [...seconds]).sort(([, a], [, b]) => b - a)
  const slowest = times.slice(0, Number(process.env.LONGEST ?? 8))
  if (slowest.length > 0)
    console.log(`        longest: ${slowest.map(([file, seconds]) => `${file} ${seconds.toFixed(0)} s`).join(', ')}`)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    output: done.map(({ output }) => output).join(''),
    failures: done.flatMap(({ failures }) => failures),
    seconds: new Map(times),
    cut: done.some(({ cut }) => cut),
  }
}

interface Manner {
  readonly args?: string[]
  readonly env?: Record<string, string>
  /** The few files that fail are run once more by themselves, and that is said. */
  readonly again?: boolean
  /** So many runners at once, each with a share of the files, of so many at a time. */
  readonly shares?: { readonly atOnce: number; readonly files: number }
}

/** Dealt like cards, so that neighbours, which are about the same, go to different batches. */
function dealt(files: string[], each: number): string[][] {
  const batches = Math.ceil(files.length / each)
  return Array.from({ length: batches }, (_, n) => files.filter((_file, at) => at % batches === n))
}

/** Which tests failed, how many passed. */
export const tests = (name: string, files: string[], { args = [], env = {}, again = false, shares }: Manner = {}) =>
  timed(name, async () => {
    if (files.length === 0) return { passed: 0, failed: 1, output: 'no test files were found' }
    const first = await ran(shares ? dealt(files, shares.files) : [files], shares?.atOnce ?? 1, args, env)
    const outcome = ({ passed, failed, output, failures }: Ran) => ({
      passed,
      failed,
      output: failures.length > 0 ? '' : output,
      wrong: failures.map(({ line }) => line),
    })
    const retried = again ? [...new Set(first.failures.map(({ file }) => file))] : []
    if (first.cut || retried.length === 0 || retried.length > mostTriedAgain) return outcome(first)
    // A busy machine: what fails is run once more by itself, and says so.
    for (const { line } of first.failures) console.log(`        tried again: ${line}`)
    const second = await ran([retried], 1, args, env)
    return outcome({ ...second, passed: first.passed + Math.max(0, first.failed - second.failed) })
  })
