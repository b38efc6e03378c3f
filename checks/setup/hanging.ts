import { execFileSync } from 'node:child_process'

interface Process {
  readonly pid: number
  readonly parent: number
  readonly line: string
}

function list(): string {
  try {
    return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  } catch {
    // A machine without `ps`: the runner alone can be ended.
    return ''
  }
}

const processes = (): Process[] =>
  list()
    .split('\n')
    .flatMap((text) => {
      const [, pid, parent, line = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(text) ?? []
      return pid ? [{ pid: Number(pid), parent: Number(parent), line }] : []
    })

/** All that a process has started, and what those have. */
function below(all: readonly Process[], pid: number): Process[] {
  const children = all.filter(({ parent }) => parent === pid)
  return [...children, ...children.flatMap((child) => below(all, child.pid))]
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Node ends a file that hangs by SIGTERM, and waits for ever for one that does not hear it, or whose browser holds its output. */
export function killFile(runner: number, file: string): void {
  const all = processes()
  for (const { pid } of below(all, runner).filter(({ line }) => line.endsWith(file)))
    for (const each of [pid, ...below(all, pid).map((child) => child.pid)]) kill(each)
}

/** The runner itself with everything under it. */
export function killAll(runner: number): void {
  for (const pid of [runner, ...below(processes(), runner).map((child) => child.pid)]) kill(pid)
}
