import { chicagoTime } from '#src/format/chicago.ts'
import { countOf } from '#src/format/numbers.ts'
import { hoursWords, milesWords } from '#src/format/travel-words.ts'
import { dayAndTime } from '#src/map/track/day-and-time.ts'
import type { Stop, Track } from '#src/map/track/track.ts'
import classes from './stop-list.module.css'

interface StopListProps {
  /** Null while it is unknown. */
  readonly track: Track | null
  readonly onSeek: (at: number) => void
  /** The stops are the only content of the panel. */
  readonly isAlone?: boolean
}

/** The stops on the shown path. Each moves the map to its place. */
export function StopList({ track, onSeek, isAlone = false }: StopListProps) {
  if (track === null) return null
  const { stops, miles } = track
  if (!isAlone && stops.length === 0) return null
  return (
    <details className={classes.stops} open={isAlone}>
      <summary className={classes.summary}>
        {countOf(stops.length, 'stop')}
        {isAlone ? <span className={classes.sum}>{milesWords(miles.at(-1) ?? 0)} in all</span> : null}
      </summary>
      <ul className={classes.list}>
        {stops.map((stop) => (
          <li key={stop.from}>
            <button type="button" className={classes.stop} onClick={() => onSeek(stop.from)}>
              <span className={classes.place}>{stop.place || placeWords(stop)}</span>
              <span className={classes.long}>{hoursWords((stop.until - stop.from) / 1000)} h</span>
              <span className={classes.when}>{whenWords(stop)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The name of a place without a name: "41.5252, -88.0834". */
const placeWords = ({ lat, lon }: Stop) => `${lat.toFixed(4)}, ${lon.toFixed(4)}`

function whenWords({ from, until }: Stop): string {
  const [start, end] = [dayAndTime(from), dayAndTime(until)]
  const isSameDay = start.slice(0, -5) === end.slice(0, -5)
  return `${start} – ${isSameDay ? chicagoTime(until) : end}`
}
