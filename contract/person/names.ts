/** A name or a part of it as it is compared: no case, ё as е, any dash as a space, single spaces. */
export const nameKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\p{Pd}\s]+/gu, ' ')
    .trim()
