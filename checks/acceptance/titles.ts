import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

interface Title {
  /** What stands between quotes; `null` where the title is a name only. */
  readonly text: string | null
  readonly made: boolean
}

const calls = /\b(?:test|it)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`|\w+,)/g
const read = new Map<string, { readonly source: string; readonly titles: readonly Title[] }>()

function fileOf(path: string) {
  const known = read.get(path)
  if (known) return known
  const source = existsSync(`${root}${path}`) ? readFileSync(`${root}${path}`, 'utf8') : ''
  const titles = [...source.matchAll(calls)].map(([, single, double, made]) => ({
    text: single ?? double ?? made ?? null,
    made: made !== undefined,
  }))
  const file = { source, titles }
  read.set(path, file)
  return file
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A title with holes, such as `${name}: told in words`, as a pattern of whole titles. */
const pattern = (text: string) =>
  new RegExp(
    `^${text
      .split(/\$\{[^}]*\}/)
      .map(escaped)
      .join('(.+)')}$`,
  )

/**
 * Whether a file has a test of this title, or one that begins so. A title with holes is named as it is once they are filled, each with
 * something the file says; one that is a name, by what the file says in quotes.
 */
export function hasTitle(path: string, title: string): boolean {
  const { source, titles } = fileOf(path)
  return titles.some(({ text, made }) => {
    if (text === null) return source.includes(`'${title}'`) || source.includes(`"${title}"`)
    if (!made || !text.includes('${')) return text.startsWith(title)
    const holes = pattern(text).exec(title)
    return holes?.slice(1).every((hole) => source.includes(hole)) ?? false
  })
}
