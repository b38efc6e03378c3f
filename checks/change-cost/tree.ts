import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../', import.meta.url))

const sources = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: project, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(join(project, file)))

function filesIn(folder: string, base = ''): string[] {
  return readdirSync(join(folder, base), { withFileTypes: true }).flatMap((entry) => {
    const path = join(base, entry.name)
    if (entry.isSymbolicLink() || ['dist', 'data'].includes(path)) return []
    return entry.isDirectory() ? filesIn(folder, path) : [path]
  })
}

const read = (file: string) => readFileSync(file, 'utf8')

export interface Cost {
  /** Files that differ from the project's own, new ones too. */
  readonly files: string[]
  /** Lines of existing files that were added or removed, by file. */
  readonly changedLines: Readonly<Record<string, number>>
}

/** A copy of the project's sources to try a change on. */
export function copyTree() {
  const root = mkdtempSync(join(tmpdir(), 'zayavka-copy-'))
  for (const file of sources()) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(join(project, file), join(root, file))
  }
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  const original = new Map(filesIn(root).map((file) => [file, read(join(root, file))]))
  return {
    root,

    run: (command: string, ...args: string[]) =>
      execFileSync(join(project, 'node_modules/.bin', command), args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }),

    /** What the change cost. */
    cost(): Cost {
      const files = filesIn(root).filter((file) => original.get(file) !== read(join(root, file)))
      const changed = files.flatMap((file) => {
        const before = original.get(file)?.split('\n')
        if (!before) return []
        const after = read(join(root, file)).split('\n')
        const added = after.filter((line) => !before.includes(line)).length
        const removed = before.filter((line) => !after.includes(line)).length
        return [[file, added + removed] as const]
      })
      return { files: files.sort(), changedLines: Object.fromEntries(changed) }
    },

    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
