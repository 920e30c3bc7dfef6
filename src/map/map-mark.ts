import type { StatusColor } from '#src/ui/status/status-badge.tsx'

/** The shape repeats what the color shows: an arrow drives, a square stands, a circle may do either. */
export type MarkShape = 'arrow' | 'square' | 'circle' | 'diamond'

/** Something on the map. Degrees; `bearing` clockwise from north. */
export interface MapMark {
  readonly key: string
  readonly title: string
  readonly lat: number
  readonly lon: number
  readonly bearing: number | null
  readonly shape: MarkShape
  readonly color: StatusColor
  /** Age of the position as a number of rings; 0 for a current position. */
  readonly rings: number
}
