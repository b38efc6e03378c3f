import { createHash } from 'node:crypto'

/** Numbers of one series, a bit each: number 0 is the highest bit of the first byte. */
const seriesBytes = 125_000

export interface ReadPassports {
  readonly series: ReadonlyMap<string, Uint8Array>
  readonly entries: number
  readonly problems: number
  /** Lines with problems, the first of them. */
  readonly shown: readonly number[]
  readonly sha256: string
}

const mostShown = 50

/** «4510,123456», «4510;123456», «4510 123456», with quotes or without. */
const line = /^"?(\d{2}) ?(\d{2})"?[,; \t]"?(\d{6})"?$/

/**
 * Reads the ministry's file as it comes, a line a passport: series and number. The first line may be a title. Numbers of other kinds (passports of the former state have
 * letters in their series) are passed over as problems: nobody here can have one.
 */
export async function readPassports(chunks: AsyncIterable<Uint8Array>): Promise<ReadPassports> {
  const series = new Map<string, Uint8Array>()
  const hash = createHash('sha256')
  const decoder = new TextDecoder('latin1')
  const shown: number[] = []
  let [rest, at, entries, problems] = ['', 0, 0, 0]
  const take = (text: string) => {
    at += 1
    const [, region, year, digits] = line.exec(text.trimEnd()) ?? []
    if (!region || !year || !digits) {
      if (at === 1 || !text.trim()) return
      problems += 1
      if (shown.length < mostShown) shown.push(at)
      return
    }
    const key = region + year
    const bits = series.get(key) ?? new Uint8Array(seriesBytes)
    series.set(key, bits)
    const number = Number(digits)
    const mask = 0x80 >> (number & 7)
    if ((bits[number >> 3]! & mask) === 0) entries += 1
    bits[number >> 3]! |= mask
  }
  for await (const chunk of chunks) {
    hash.update(chunk)
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) take(text)
  }
  if (rest) take(rest)
  return { series, entries, problems, shown, sha256: hash.digest('hex') }
}
