type Colour = readonly [red: number, green: number, blue: number]

const white: Colour = [255, 255, 255]
const darkCard: Colour = [24, 33, 29]

/** The custom properties of `ui/base.css` made from a lender's two accents (`#rrggbb`): ink on them and quiet tints */
export function brandColours({ accent, accentDark }: { accent: string; accentDark: string }): [string, string][] {
  const light = read(accent)
  const dark = read(accentDark)
  return [
    ['--brand', accent],
    ['--brand-ink', inkOn(light)],
    ['--brand-tint', write(mix(light, white, 0.12))],
    ['--brand-dark', accentDark],
    ['--brand-dark-ink', inkOn(dark)],
    ['--brand-dark-tint', write(mix(dark, darkCard, 0.16))],
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

/** Relative luminance, WCAG 2.2 */
export function luminance(colour: Colour): number {
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
