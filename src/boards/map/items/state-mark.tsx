import type { MarkShape } from '#src/map/map-mark.ts'
import type { StatusColor } from '#src/ui/status/status-badge.tsx'
import classes from './map-list.module.css'

const PATHS: Readonly<Record<MarkShape, string>> = {
  arrow: 'M8 1 13.5 14 8 11 2.5 14Z',
  square: 'M3 3h10v10H3Z',
  circle: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11Z',
  diamond: 'M8 1.5 14.5 8 8 14.5 1.5 8Z',
}

interface StateMarkProps {
  readonly shape: MarkShape
  readonly color: StatusColor
  /** The state is old: the mark is an outline. */
  readonly isOld: boolean
}

/** The mark of a state, as drawn on the map, next to its text. */
export function StateMark({ shape, color, isOld }: StateMarkProps) {
  const look = { color: `var(--status-${color})`, fill: isOld ? 'none' : 'currentColor' }
  return (
    <svg className={classes.mark} style={look} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[shape]} stroke="currentColor" strokeWidth={isOld ? 1.75 : 0} />
    </svg>
  )
}
