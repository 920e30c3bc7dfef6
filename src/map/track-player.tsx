import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type Ref } from 'react'
import { milesWords, speedWords } from '#src/format/travel-words.ts'
import { RadioMenu } from '#src/ui/status/radio-menu.tsx'
import { dayAndTime } from './track/day-and-time.ts'
import { placeAt } from './track/place-at.ts'
import { type Playback, RATES, rateWords } from './track/playback.ts'
import { playerActionOf } from './track/player-keys.ts'
import { SPEED_STEPS } from './track/speed-lines.ts'
import type { Track } from './track/track.ts'
import classes from './track-player.module.css'
import { TrackScrub } from './track-scrub.tsx'
import { usePlayed } from './use-playback.ts'

interface TrackPlayerProps {
  readonly ref: Ref<HTMLDivElement>
  readonly track: Track
  readonly playback: Playback
}

/** Player of a path: play and pause, seek, and rate. Space and the arrow keys work too. */
export const TrackPlayer = memo(function TrackPlayer({ ref, track, playback }: TrackPlayerProps) {
  const act = (event: KeyboardEvent) => {
    // React also delivers key events of the menu, whose element is elsewhere in the page. They are ignored.
    if (!(event.target instanceof HTMLElement && event.currentTarget.contains(event.target))) return
    const isSlider = event.target instanceof HTMLInputElement && event.target.type === 'range'
    const move = playerActionOf(event, isSlider)
    if (move === null) return
    event.preventDefault()
    move(playback)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div ref={ref} role="group" aria-label="Player" className={classes.frame} onKeyDown={act}>
      <div className={classes.player}>
        <PlayButton playback={playback} />
        <Readout track={track} playback={playback} />
        <RateMenu playback={playback} />
        <TrackScrub track={track} playback={playback} />
        <SkipStops playback={playback} />
        <SpeedLegend />
      </div>
    </div>
  )
})

function PlayButton({ playback }: Pick<TrackPlayerProps, 'playback'>) {
  const isPlaying = usePlayed(playback, (state) => state.isPlaying)
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <ActionIcon
      className={classes.play ?? ''}
      size={40}
      radius="xl"
      aria-label={isPlaying ? 'Pause' : 'Play'}
      onClick={playback.toggle}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}

/** Time, speed and distance at the arrow on the map. */
function Readout({ track, playback }: Pick<TrackPlayerProps, 'track' | 'playback'>) {
  const position = usePlayed(playback, (state) => state.position)
  const place = placeAt(track, position)
  return (
    <dl className={classes.readout}>
      <div className={classes.time}>
        <dt>Central time</dt>
        <dd>{dayAndTime(position)}</dd>
      </div>
      <div>
        <dt>Speed</dt>
        <dd>{speedWords(place?.speed ?? 0)}</dd>
      </div>
      <div>
        <dt>Along the path</dt>
        <dd>{milesWords(place?.miles ?? 0)}</dd>
      </div>
    </dl>
  )
}

const RATE_CHOICES = RATES.map((rate) => ({ value: `${rate}`, title: rateWords(rate) }))

function RateMenu({ playback }: Pick<TrackPlayerProps, 'playback'>) {
  const rate = usePlayed(playback, (state) => state.rate)
  const target = (
    <Button
      variant="default"
      size="compact-md"
      className={classes.rate ?? ''}
      aria-label={`How fast: ${rate}×, ${rateWords(rate)}`}
      rightSection={<IconChevronDown size={14} aria-hidden />}
    >
      {rate}×
    </Button>
  )
  return (
    <RadioMenu
      target={target}
      value={`${rate}`}
      choices={RATE_CHOICES}
      onChoose={(value) => playback.setRate(RATES.find((one) => `${one}` === value) ?? rate)}
    />
  )
}

function SkipStops({ playback }: Pick<TrackPlayerProps, 'playback'>) {
  const skips = usePlayed(playback, (state) => state.skipsIdle)
  return (
    <label className={classes.skip}>
      <input
        type="checkbox"
        checked={skips}
        onChange={({ currentTarget }) => playback.setSkipsIdle(currentTarget.checked)}
      />
      Skip stops
    </label>
  )
}

/** "under 15", "15 – 40", "60 and more". */
function stepWords(most: number, index: number): string {
  const least = SPEED_STEPS[index - 1]
  if (least === undefined) return `under ${most}`
  return Number.isFinite(most) ? `${least} – ${most}` : `${least} and more`
}

function SpeedLegend() {
  return (
    <ul className={classes.legend} aria-label="Colors of the path, miles an hour">
      {SPEED_STEPS.map((most, index) => (
        <li key={most} data-step={index + 1}>
          {stepWords(most, index)}
        </li>
      ))}
      <li data-step="gap">not known</li>
    </ul>
  )
}
