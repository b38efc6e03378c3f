import type { ReactNode } from 'react'

/** Our own drawings on a 24 × 24 grid, stroke 2; the keys are the names used across the screens */
const drawings = {
  back: <path d="M19 12H5m6-7-7 7 7 7" />,
  next: <path d="m9 5 7 7-7 7" />,
  down: <path d="m5 9 7 7 7-7" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  plus: <path d="M12 5v14M5 12h14" />,
  edit: <path d="M4 20h4L19 9l-4-4L4 16v4Zm9-13 4 4" />,
  phone: (
    <path d="M6.5 3.5h3l1.6 4.2-2 1.6a12 12 0 0 0 5.6 5.6l1.6-2 4.2 1.6v3a2 2 0 0 1-2.2 2A17 17 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2Z" />
  ),
  message: <path d="M4 5h16v11H10l-4.5 4v-4H4V5Zm4 5.5h8" />,
  mail: <path d="M3.5 5.5h17v13h-17v-13Zm0 1.5 8.5 6.5L20.500 7" />,
  document: <path d="M6 3h8l4.500 4.500V21H6V3Zm8 0v5h4.500M9 13h6M9 17h6" />,
  documents: <path d="M8 7V3h8l4 4v10h-4M4 7h8l4 4v10H4V7Zm3.500 8h5M7.500 18h3" />,
  ruble: <path d="M8 20V4h5a4.500 4.500 0 0 1 0 9H5.500m0 3.500H14" />,
  card: <path d="M3 6h18v12.500H3V6Zm0 4h18M6.500 15H10" />,
  bank: <path d="M3.500 9.500 12 4l8.500 5.500h-17ZM6 10v7m4-7v7m4-7v7m4-7v7M3.500 20h17" />,
  clock: <path d="M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM12 7.500V12l3 2" />,
  calendar: <path d="M4 6h16v14.500H4V6Zm0 5h16M8 3v5m8-5v5" />,
  user: (
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.500 8.500c.8-3.500 3.700-5.500 7.500-5.500s6.700 2 7.500 5.500" />
  ),
  home: <path d="M4 11 12 4l8 7v9.500h-5.500V15h-5v5.500H4V11Z" />,
  family: (
    <path d="M8.500 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 19.500c.5-3.500 2.700-5.500 5.500-5.500s5 2 5.500 5.500M16.500 12.500a2.300 2.300 0 1 0 0-4.600M16.500 15.500c2.300 0 4 1.300 4.500 4" />
  ),
  work: <path d="M3.500 8h17v11.500h-17V8Zm5 0V5h7v3M3.500 13h17" />,
  passport: <path d="M5 3h14v18H5V3Zm7 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM9 18h6" />,
  camera: (
    <path d="M3.500 7.500h4L9.500 5h5l2 2.500h4v12h-17v-12ZM12 17a3.700 3.700 0 1 0 0-7.400 3.700 3.700 0 0 0 0 7.400Z" />
  ),
  video: <path d="M3.500 6.500h12v11h-12v-11Zm12 4 5-3v9l-5-3" />,
  mic: <path d="M12 14.500a3 3 0 0 0 3-3V6.500a3 3 0 1 0-6 0v5a3 3 0 0 0 3 3Zm-6-3.500a6 6 0 0 0 12 0m-6 6v3.500" />,
  image: <path d="M3.500 5h17v14.500h-17V5Zm0 11 5-5 4.500 4.500 2.500-2.500 5 4.500M15.500 9.500h.01" />,
  place: (
    <path d="M12 21c4.500-4.700 6.500-8 6.500-11a6.500 6.500 0 1 0-13 0c0 3 2 6.300 6.500 11Zm0-8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z" />
  ),
  shield: (
    <path d="M12 3.500 19 6v6c0 4-2.800 7-7 8.500C7.800 19 5 16 5 12V6l7-2.500Zm-3 8.500 2.300 2.300L15.500 10" />
  ),
  lock: <path d="M5.500 11h13v9.500h-13V11Zm3 0V8a3.500 3.500 0 0 1 7 0v3" />,
  question: (
    <path d="M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM9.500 9.700A2.500 2.500 0 1 1 12 12.400v1.400m0 2.900h.01" />
  ),
  info: <path d="M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17Zm0 7.500v5m0-8.500h.01" />,
  warning: <path d="M12 4 2.800 20h18.400L12 4Zm0 6v5m0 2.500h.01" />,
  offline: (
    <path d="M3 9a14 14 0 0 1 4-2.500M10.500 5.200A14 14 0 0 1 21 9M6.500 13a9 9 0 0 1 4-2.200M17.500 13l-1.300-1M12 18.500h.01M4 3l16 17" />
  ),
  refresh: <path d="M19.500 12a7.500 7.500 0 1 1-2.200-5.300L20 9.500m0-5.500v5.500h-5.500" />,
  download: <path d="M12 4v11m-5-4.500 5 5 5-5M5 20h14" />,
  external: <path d="M13 5h6v6m0-6-9 9M9 5H5v14h14v-4" />,
  search: <path d="M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Zm5-1.500L20.500 20.500" />,
  exit: <path d="M10 4H5v16h5m0-8h10m-4-4.500 4.500 4.500-4.500 4.500" />,
  list: <path d="M8.500 6h12M8.500 12h12M8.500 18h12M4 6h.01M4 12h.01M4 18h.01" />,
  chart: <path d="M4 20h16M7 16v-5m5 5V6m5 10v-7" />,
  gear: (
    <path d="M5 7h8m4 0h2M5 17h2m4 0h8M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm-6 10a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z" />
  ),
  eye: (
    <path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12Zm9.500 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z" />
  ),
  qr: <path d="M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 0h2.500v2.500M20 14v6h-3m-3 0v-2" />,
  gift: (
    <path d="M4 9h16v4H4V9Zm1.500 4h13v7.500h-13V13ZM12 9v11.500M12 9S11 4 8.500 4 6.500 9 12 9Zm0 0s1-5 3.500-5 2 5-3.500 5Z" />
  ),
  repeat: (
    <path d="M4 11V9a2.500 2.500 0 0 1 2.500-2.500H19m-3-3 3 3-3 3M20 13v2a2.500 2.500 0 0 1-2.500 2.500H5m3 3-3-3 3-3" />
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** An ornament: hidden from screen readers, the words beside it carry the meaning. `size` in CSS pixels */
export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
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

export const iconNames = Object.keys(drawings) as readonly IconName[]
