/** A key by its place on the keyboard, so that it works in any layout: `n`, `1`, `arrowDown`, `shift+slash` */
export function keyName({ code, shiftKey }: Pick<KeyboardEvent, 'code' | 'shiftKey'>): string {
  const plain = code.replace(/^(Key|Digit|Numpad(?=\d))/, '')
  const name = plain.slice(0, 1).toLowerCase() + plain.slice(1)
  return shiftKey ? `shift+${name}` : name
}
