import type { StatusColor } from '#src/ui/status/status-badge.tsx'

/** What is drawn says by its form what its color says: an arrow drives, a square stands, a circle may do either. */
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
  /** How old it is, in rings: with none it is known to be there. */
  readonly rings: number
}
