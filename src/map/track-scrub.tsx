import { memo } from 'react'
import { milesWords } from '#src/format/travel-words.ts'
import { dayAndTime } from './track/day-and-time.ts'
import { placeAt } from './track/place-at.ts'
import type { Playback } from './track/playback.ts'
import type { Track } from './track/track.ts'
import classes from './track-player.module.css'
import { usePlayed } from './use-playback.ts'

interface TrackScrubProps {
  readonly track: Track
  readonly playback: Playback
}

/** A slider over the whole time of the path, with the idle spans marked. */
export function TrackScrub({ track, playback }: TrackScrubProps) {
  const position = usePlayed(playback, (state) => state.position)
  const [start, end] = [track.points[0]?.at ?? 0, track.points.at(-1)?.at ?? 0]
  const miles = placeAt(track, position)?.miles ?? 0
  return (
    <div className={classes.scrub}>
      <Stands track={track} start={start} end={end} />
      <input
        type="range"
        className={classes.range}
        aria-label="Time"
        aria-valuetext={`${dayAndTime(position)} Central time, ${milesWords(miles)}`}
        min={start}
        max={end}
        step="any"
        value={position}
        onChange={({ currentTarget }) => playback.seek(currentTarget.valueAsNumber)}
      />
    </div>
  )
}

interface StandsProps extends Pick<TrackScrubProps, 'track'> {
  readonly start: number
  readonly end: number
}

/** Idle spans below this share of the whole time are too narrow to see. */
const MIN_SHARE = 0.002

/** The idle spans on the time line. */
const Stands = memo(function Stands({ track, start, end }: StandsProps) {
  const shareAt = (at: number) => (at - start) / (end - start)
  const seen = track.idle.filter(({ from, until }) => until - from > (end - start) * MIN_SHARE)
  return (
    <svg className={classes.stands} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
      {seen.map(({ from, until }) => (
        <rect key={from} x={shareAt(from)} width={shareAt(until) - shareAt(from)} height={1} />
      ))}
    </svg>
  )
})
