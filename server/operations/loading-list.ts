import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type FileList, fileLists } from '#contract/person/lists.ts'
import { columns, loadList, loadPassports } from '#server/modules/people/index.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'

const shown = 50

async function loadInvalid(platform: Platform, path: string, name: string, say: (line: string) => void) {
  const {
    entries,
    problems,
    shown: lines,
    sha256,
    taken,
  } = await loadPassports(platform, name, createReadStream(path, { highWaterMark: 1 << 20 })).catch((error: Error) => {
    throw 'syscall' in error ? new StartRefused(`${path} cannot be read: ${error.message}`) : error
  })
  if (problems > 0) say(`${problems} lines that are no passport, from lines ${lines.join(', ')}`)
  say(`${name}: ${entries} passports; SHA-256 ${sha256}`)
  say(taken ? 'In force.' : 'Not taken: the former file stays in force.')
  return taken
}

/** Loads a list from a file: `[path, name, {column: title}, kind]`. Answers whether it is in force now; says each line that is not right. */
export async function loadListFile(
  platform: Platform,
  argument: string,
  say: (line: string) => void,
): Promise<boolean> {
  const [path, name, titles, kind] = JSON.parse(argument) as [string, string, Record<string, string>, FileList]
  if (!(kind in fileLists)) throw new StartRefused(`--as: ${kind} is none of ${Object.keys(fileLists).join(', ')}`)
  if (kind === 'invalidPassports') return loadInvalid(platform, path, name, say)
  const unknown = Object.keys(titles).filter((column) => !(columns as readonly string[]).includes(column))
  if (unknown.length > 0) throw new StartRefused(`--columns: ${unknown.join(', ')} is none of ${columns.join(', ')}`)
  const bytes = await readFile(path).catch((error: Error) => {
    throw new StartRefused(`${path} cannot be read: ${error.message}`)
  })
  const { file, sha256, taken } = await loadList(platform, name, bytes, titles, kind).catch((error: unknown) => {
    throw error instanceof RangeError ? new StartRefused(`${path}: ${error.message}`) : error
  })
  for (const { line, what } of file.problems.slice(0, shown)) say(`line ${line}: ${what}`)
  if (file.problems.length > shown) say(`and ${file.problems.length - shown} lines more`)
  const counted = `${file.lines.length} entries, ${file.problems.length} that cannot be read, ${file.doubles} doubles`
  say(`${name}: ${counted}; SHA-256 ${sha256}`)
  const inForce = kind === 'screening' ? 'In force. Everybody is compared with it within a minute.' : 'In force.'
  say(taken ? inForce : 'Not taken: the former file stays in force.')
  return taken
}
