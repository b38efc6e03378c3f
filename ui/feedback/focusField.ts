/** Brings a field into the middle of the screen, so that its label is seen above the keyboard, and focuses it */
export function focusField(id: string): void {
  const field = document.getElementById(id)
  if (!field) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
}
