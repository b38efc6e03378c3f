/** Joins the class names that are there: `classes(s.card, busy && s.busy)` */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
