import { encodeQR } from 'qr'
import { useMemo } from 'react'

interface QrCodeProps {
  readonly text: string
  /** The accessible name. */
  readonly label: string
  readonly className: string | undefined
}

/** The empty border around a code that readers need, in modules. */
const BORDER = 4
/** A quarter of the code may be dirty or scratched. */
const TOLERANCE = 'quartile'

/** The dark modules of a row as one SVG path. */
function pathOf(row: readonly boolean[], y: number): string {
  return row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')
}

/** A text as a QR code, black on white in every color scheme, because it is printed and read by cameras. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const modules = useMemo(() => encodeQR(text, 'raw', { ecc: TOLERANCE, border: BORDER }), [text])
  const size = modules.length
  return (
    <svg
      role="img"
      aria-label={label}
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.map(pathOf).join('')} fill="#000" />
    </svg>
  )
}
