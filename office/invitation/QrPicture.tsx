import encodeQR from 'qr'

/** Light modules that must stand around a code, ISO/IEC 18004 */
const quiet = 4

/** A QR code drawn as one path */
export function QrPicture({ text, title, className }: { text: string; title: string; className?: string | undefined }) {
  const rows = encodeQR(text, 'raw', { border: quiet })
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={className} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={title}>
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
