import { MAP_STATES, type MapState } from '#contract/boards/map-states.ts'
import { formatCount } from '#src/format/numbers.ts'
import type { MapItem } from './map-item.ts'
import classes from './map-list.module.css'
import { mapStateOf } from './map-marks.ts'
import { StateMark } from './state-mark.tsx'

interface MapLegendProps {
  readonly items: readonly MapItem[]
  /** The vendor has not responded for a while: the states are the last known ones. */
  readonly isLate: boolean
}

/** The meaning of the marks, with the number of each. */
export function MapLegend({ items, isLate }: MapLegendProps) {
  const counts = new Map<MapState, number>()
  for (const { state } of items) counts.set(state, (counts.get(state) ?? 0) + 1)
  return (
    <ul className={classes.legend} aria-label={isLate ? 'Statuses as last known' : 'Statuses'}>
      {isLate ? <li>Last known:</li> : null}
      {MAP_STATES.filter(({ value }) => counts.get(value)).map(({ value, title }) => {
        const { color, shape } = mapStateOf(value)
        return (
          <li key={value}>
            <StateMark {...{ shape, color }} isOld={isLate} />
            {title} {formatCount(counts.get(value) ?? 0)}
          </li>
        )
      })}
    </ul>
  )
}
