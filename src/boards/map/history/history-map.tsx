import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Track } from '#src/map/track/track.ts'
import { TrackLayer } from '#src/map/track-layer.tsx'
import { TrackPlayer } from '#src/map/track-player.tsx'
import { usePlayback, usePlayed } from '#src/map/use-playback.ts'
import { absenceText } from '#src/offline/reading/reading-state.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import classes from './history-map.module.css'
import { type SelectedHistory, useHistory } from './use-history.ts'

interface HistoryMapProps extends SelectedHistory {
  /** The time on the path that the user selected; a new object for each selection. Null before the first one. */
  readonly sought: { readonly at: number } | null
}

/** The content of the map's frame: the chosen path and the player. */
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
  // Another path starts over; the same path with new points continues.
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
  // A time selected on another path does not apply to this one.
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
  /** The path is loading: it is not known to be empty. */
  readonly isComing: boolean
  readonly isPeriod: boolean
  /** Whether the panel shows a list. Otherwise the panel offers a retry. */
  readonly hasList: boolean
}

/** The reason why there is no path. The panel shows why there are no periods. */
function NoPath({ reading, isComing, isPeriod, hasList }: NoPathProps) {
  const { state, problem, isRefreshing, refetch } = reading
  const words =
    state === 'loading' || (state === 'ready' && isComing)
      ? 'The path is loading…'
      : state === 'ready'
        ? `There are no positions ${isPeriod ? 'in this driving period' : 'on these days'}.`
        : state === 'refused' && problem
          ? problem.message
          : absenceText('The positions', problem)
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
