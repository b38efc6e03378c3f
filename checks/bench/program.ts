import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

function start(file: string, task: object): ChildProcess {
  const child = spawn('node', [here(file)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin?.end(JSON.stringify(task))
  return child
}

/** Runs a program of this folder in a process of its own; answers the JSON it printed. */
export async function outcomeOf<T>(file: string, task: object): Promise<T> {
  const child = start(file, task)
  let said = ''
  child.stdout?.on('data', (bytes: Buffer) => {
    said += bytes.toString('utf8')
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return JSON.parse(said) as T
}

/** A floor to measure against: a bare server in a process of its own. */
export interface Floor {
  readonly url: string
  stop(): Promise<void>
}

export async function startFloor(task: object): Promise<Floor> {
  const child = start('floors.ts', task)
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (bytes: Buffer) => resolve(bytes.toString('utf8').trim()))
    child.once('close', (code) => reject(new Error(`the floor ended with ${code}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}
