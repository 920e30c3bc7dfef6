import { AgeLabel } from '#src/ui/status/age-label.tsx'
import type { MapItem } from './map-item.ts'
import classes from './map-list.module.css'

/** The age of a position, with a note if it is old enough for a ring on the map. */
export function MapItemAge({ item: { location, rings } }: { readonly item: Pick<MapItem, 'location' | 'rings'> }) {
  if (location === null) return null
  return (
    <span className={rings > 0 ? classes.old : undefined}>
      <AgeLabel at={Date.parse(location.located_at)} />
    </span>
  )
}
