import { nameKey } from './names.ts'

const shortest = 3
const longest = 20

/** Beginnings of each word of a name, by which a part of it is found: from three letters on. */
export function beginnings(name: string): string[] {
  const words = nameKey(name).split(' ')
  const all = words.flatMap((word) =>
    Array.from({ length: Math.max(0, Math.min(word.length, longest) - shortest + 1) }, (_, at) =>
      word.slice(0, shortest + at),
    ),
  )
  return [...new Set(all)]
}

/** The words somebody searches by, as they are looked up; empty: too short to search by. */
export function wordsSought(text: string): string[] {
  const words = nameKey(text).split(' ')
  return words.every((word) => word.length >= shortest) ? words.map((word) => word.slice(0, longest)) : []
}
