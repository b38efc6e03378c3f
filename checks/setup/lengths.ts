import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lines of the source files in one sentence: median, p90, the longest. A file is a room, not a hall. */
export function fileLengths(root: string): string {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  const lengths = listed
    .split('\n')
    .filter(Boolean)
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines)
  const at = (share: number) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))]?.lines ?? 0
  const longest = lengths.at(-1)
  const halls = lengths.filter(({ lines }) => lines > 300).length
  return `${lengths.length} files, median ${at(0.5)} lines, p90 ${at(0.9)}, longest ${longest?.lines} (${longest?.file}), over 300: ${halls}`
}
