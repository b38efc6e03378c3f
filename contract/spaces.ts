export const noBreakSpace = '\u00a0'

/** One ordinary space wherever several, tabs, line ends or no-break spaces were typed; none at the ends. Linear time. */
export function tidySpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Digits in groups of three from the right, held together by no-break spaces: «1 234 567». */
export function groupThousands(digits: string): string {
  let grouped = ''
  for (let end = digits.length; end > 0; end -= 3) {
    grouped = digits.slice(Math.max(0, end - 3), end) + (grouped && noBreakSpace + grouped)
  }
  return grouped
}
