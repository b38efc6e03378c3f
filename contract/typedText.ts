/** The longest text anything typed into one line may be before it is even looked at. */
export const longestLine = 500

/**
 * NUL and other control characters, invisible and right-to-left marks, lone surrogates and non-characters: they make one text
 * look like another, or cannot be stored. Tabs and line ends are let through: they come with pasting. Linear time.
 */
export function hasForbiddenCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (isForbidden(unit)) return true
    if (unit < 0xd800 || unit > 0xdfff) continue
    const next = text.charCodeAt(index + 1)
    const paired = unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff
    if (!paired) return true
    index += 1
  }
  return false
}

function isForbidden(unit: number): boolean {
  if (unit < 0x20) return unit !== 0x09 && unit !== 0x0a && unit !== 0x0d
  if (unit < 0xad) return unit >= 0x7f && unit <= 0x9f
  return (
    unit === 0xad ||
    unit === 0x061c ||
    (unit >= 0x200b && unit <= 0x200f) ||
    (unit >= 0x202a && unit <= 0x202e) ||
    (unit >= 0x2060 && unit <= 0x206f) ||
    unit === 0xfeff ||
    unit >= 0xfff9
  )
}
