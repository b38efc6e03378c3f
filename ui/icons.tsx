import type { ReactNode } from 'react'
import type { furtherDrawings } from './furtherDrawings.tsx'

/** Our own drawings on a 24 × 24 grid, stroke 2; the keys are the names used across the screens. These the first screen needs */
const firstDrawings = {
  next: <path d="m9 5 7 7-7 7" />,
  message: <path d="M4 5h16v11H10l-4.5 4v-4H4V5Zm4 5.5h8" />,
  documents: <path d="M8 7V3h8l4 4v10h-4M4 7h8l4 4v10H4V7Zm3.500 8h5M7.500 18h3" />,
  info: <path d="M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17Zm0 7.500v5m0-8.500h.01" />,
  refresh: <path d="M19.500 12a7.500 7.500 0 1 1-2.200-5.300L20 9.500m0-5.500v5.500h-5.500" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof firstDrawings | keyof typeof furtherDrawings

const drawings: Partial<Record<IconName, ReactNode>> = { ...firstDrawings }

/** Takes in drawings that the first screen does without, before a screen with them is shown */
export function addDrawings(further: typeof furtherDrawings): void {
  Object.assign(drawings, further)
}

/** An ornament: hidden from screen readers, the words beside it carry the meaning. `size` in pixels while letters are 16: it grows with them */
export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  const side = `${size / 16}rem`
  return (
    <svg
      width={side}
      height={side}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  )
}

export const iconNames = (): readonly IconName[] => Object.keys(drawings) as IconName[]
