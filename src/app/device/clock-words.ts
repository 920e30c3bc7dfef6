import { countOf } from '#src/format/numbers.ts'

const MINUTE = 60_000
const UNITS = [
  [24 * 60 * MINUTE, 'day'],
  [60 * MINUTE, 'hour'],
  [MINUTE, 'minute'],
] as const

/** A duration in its two largest units, without zeros: "1 day", "2 hours 5 minutes". */
function spanWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE) * MINUTE
  const at = UNITS.findIndex(([unit]) => minutes >= unit)
  const parts = UNITS.slice(at, at + 2).map(([unit, name], place) => {
    const count = Math.floor((place === 0 ? minutes : minutes % (UNITS[at]?.[0] ?? unit)) / unit)
    return count > 0 ? countOf(count, name) : ''
  })
  return parts.filter(Boolean).join(' ')
}

/**
 * The error of the device's clock: "1 day ahead of the server’s"; null when the clock is right. `lag` is in
 * milliseconds.
 */
export function clockWords(lag: number): string | null {
  if (lag === 0) return null
  return `${spanWords(Math.abs(lag))} ${lag < 0 ? 'ahead of' : 'behind'} the server’s`
}
