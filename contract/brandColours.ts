type Colour = readonly [red: number, green: number, blue: number]

/** A lender's look: two accents (`#rrggbb`), for the light theme and the dark, and how round corners are in pixels. */
interface Brand {
  readonly accent: string
  readonly accentDark: string
  readonly radius?: number | undefined
}

const white: Colour = [255, 255, 255]
const darkCard: Colour = [24, 33, 29]
/** `--paper` of the light theme: the darker of its grounds. */
const paper: Colour = [245, 243, 238]

/** Contrast of words with their ground, WCAG 2.2 level AA. */
const enough = 4.5

/** The custom properties of `ui/base.css` made from a lender's look: accents, ink on them, quiet tints, corners */
export function brandColours({ accent, accentDark, radius }: Brand): [string, string][] {
  const light = read(accent)
  const dark = read(accentDark)
  return [
    ['--brand', accent],
    ['--brand-ink', inkOn(light)],
    ['--brand-tint', write(mix(light, white, 0.12))],
    ['--brand-dark', accentDark],
    ['--brand-dark-ink', inkOn(dark)],
    ['--brand-dark-tint', write(mix(dark, darkCard, 0.16))],
    ...(radius === undefined ? [] : [['--brand-radius', `${radius}px`] as [string, string]]),
  ]
}

function read(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function write(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

function mix(colour: Colour, ground: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => colour[at] * share + ground[at] * (1 - share)
  return [part(0), part(1), part(2)]
}

/** The same as one rule of a style sheet. */
export function brandRule(brand: Brand): string {
  const properties = brandColours(brand).map(([name, value]) => `${name}:${value}`)
  return `:root{${properties.join(';')}}`
}

/** Accents that words could not be read in, with the ground that shows it: `accent #9be7d0 …`. Empty: all can be read. */
export function unreadableAccents({
  accent,
  accentDark,
}: Brand): { field: 'accent' | 'accentDark'; message: string }[] {
  const light = read(accent)
  const dark = read(accentDark)
  const tries = [
    { field: 'accent', ratio: Math.min(contrast(light, paper), contrast(light, white)), theme: 'light' },
    { field: 'accentDark', ratio: contrast(dark, darkCard), theme: 'dark' },
  ] as const
  return tries
    .filter(({ ratio }) => ratio < enough)
    .map(({ field, ratio, theme }) => ({
      field,
      message: `stands out from the ${theme} page by ${ratio.toFixed(2)}:1 only; words need ${enough}:1 (WCAG 2.2 AA), choose a ${theme === 'light' ? 'darker' : 'lighter'} one`,
    }))
}

function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Relative luminance, WCAG 2.2 */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function inkOn(colour: Colour): string {
  const light = luminance(colour)
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.053 ? '#ffffff' : '#06231b'
}
