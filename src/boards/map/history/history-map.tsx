import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Track } from '#src/map/track/track.ts'
import { TrackLayer } from '#src/map/track-layer.tsx'
import { TrackPlayer } from '#src/map/track-player.tsx'
import { usePlayback, usePlayed } from '#src/map/use-playback.ts'
import { absence } from '#src/offline/reading/reading-state.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import classes from './history-map.module.css'
import { type HistoryChoice, useHistory } from './use-history.ts'

interface HistoryMapProps extends HistoryChoice {
  /** The instant of the path that somebody wants to see; a new object each time. Null before anybody does. */
  readonly sought: { readonly at: number } | null
}

/** What stands in the map's frame: the path of what is chosen, and the player. */
export function HistoryMap({ sought, ...choice }: HistoryMapProps) {
  const { subject, range } = choice
  const { periods, track, chosen, pathReading } = useHistory(choice)
  if (track === null || track.points.length === 0)
    return (
      <NoPath
        reading={pathReading}
        isComing={track === null}
        isPeriod={chosen !== null}
        hasList={periods !== null && periods.length > 0}
      />
    )
  // Another path begins anew; the same one that has grown goes on.
  const which = [subject.kind, subject.id, range.startDate, range.endDate, chosen?.id ?? 'all'].join(' ')
  return <PlayedPath key={which} track={track} sought={sought} />
}

interface PlayedPathProps extends Pick<HistoryMapProps, 'sought'> {
  readonly track: Track
}

function PlayedPath({ track, sought }: PlayedPathProps) {
  const playback = usePlayback(track)
  const player = useRef<HTMLDivElement>(null)
  const position = usePlayed(playback, (state) => state.position)
  const isPlaying = usePlayed(playback, (state) => state.isPlaying)
  // What was sought on another path is not sought on this one.
  const found = useRef(sought)
  useEffect(() => {
    if (sought !== null && sought !== found.current) playback.seek(sought.at)
    found.current = sought
  }, [playback, sought])
  return (
    <>
      <TrackLayer {...{ track, position, isPlaying }} cover={player} onSeek={playback.seek} />
      <TrackPlayer ref={player} track={track} playback={playback} />
    </>
  )
}

interface NoPathProps {
  readonly reading: Reading
  /** It is not known to be empty. */
  readonly isComing: boolean
  readonly isPeriod: boolean
  /** The panel has something to show: else it offers to try again. */
  readonly hasList: boolean
}

/** Why there is no path; the panel says why there are no periods. */
function NoPath({ reading, isComing, isPeriod, hasList }: NoPathProps) {
  const { state, problem, isRefreshing, refetch } = reading
  const words =
    state === 'loading' || (state === 'ready' && isComing)
      ? 'The path is loading…'
      : state === 'ready'
        ? `There are no positions ${isPeriod ? 'in this driving period' : 'on these days'}.`
        : state === 'refused' && problem
          ? problem.message
          : absence('The positions', problem)
  return (
    <div className={classes.none} role="status">
      <p>{words}</p>
      {hasList && (state === 'failed' || state === 'not_saved') ? (
        <Button variant="default" size="compact-md" loading={isRefreshing} onClick={() => void refetch()}>
          Try again
        </Button>
      ) : null}
    </div>
  )
}
