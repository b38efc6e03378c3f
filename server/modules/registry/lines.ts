import type { RegistryLine } from '#server/providers/registry/port.ts'

/** Whom to ask: with one window that bureau for all; without, each. */
export function firstLines(lines: readonly RegistryLine[], required: readonly string[]): readonly RegistryLine[] {
  const window = lines.find(({ window }) => window)
  return window ? [window] : lines.filter(({ ogrn }) => required.includes(ogrn))
}

/** Whom to ask for bureaus that were not in an answer: themselves, where our contracts let us, else the window again. */
export function linesFor(
  lines: readonly RegistryLine[],
  unanswered: readonly string[],
): readonly { readonly line: RegistryLine; readonly window: boolean }[] {
  const window = lines.find((line) => line.window)
  const direct = lines.filter(({ ogrn }) => unanswered.includes(ogrn))
  const others = unanswered.some((bureau) => !direct.some(({ ogrn }) => ogrn === bureau))
  const asked = direct.map((line) => ({ line, window: line.window && others }))
  return window && others && !direct.includes(window) ? [...asked, { line: window, window: true }] : asked
}
