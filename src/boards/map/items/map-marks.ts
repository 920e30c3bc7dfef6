import { MAP_STATES, type MapState } from '#contract/boards/map-states.ts'
import type { MapMark, MarkShape } from '#src/map/map-mark.ts'
import type { StatusColor } from '#src/ui/status/status-badge.tsx'
import type { MapItem } from './map-item.ts'

const SHAPES: Readonly<Record<MapState, MarkShape>> = {
  moving: 'arrow',
  stop: 'square',
  stationary: 'circle',
  stale: 'diamond',
  not_known: 'diamond',
}

const FORMER: Readonly<Partial<Record<MapState, string>>> = {
  moving: 'Was moving',
  stop: 'Was stopped',
  stationary: 'Was stationary',
}

interface StateLook {
  readonly title: string
  readonly color: StatusColor
  readonly shape: MarkShape
}

/** The title, color and shape of a state. */
export function mapStateOf(value: MapState): StateLook {
  const found = MAP_STATES.find((state) => state.value === value)
  if (!found) throw new Error(`unknown state of the map "${value}"`)
  return { title: found.title, color: found.color, shape: SHAPES[value] }
}

/** The state in words; for an old position the last known state. */
export const stateWords = ({ state, rings }: Pick<MapItem, 'state' | 'rings'>): string =>
  (rings > 0 ? FORMER[state] : undefined) ?? mapStateOf(state).title

/** The marks of the items with a known position. */
export function marksOf(items: readonly MapItem[]): readonly MapMark[] {
  return items.flatMap(({ key, title, state, location, rings }) =>
    location === null
      ? []
      : [
          {
            key,
            title,
            lat: location.lat,
            lon: location.lon,
            bearing: location.bearing,
            shape: SHAPES[state],
            color: mapStateOf(state).color,
            rings,
          },
        ],
  )
}
