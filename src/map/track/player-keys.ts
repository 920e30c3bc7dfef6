import type { Playback } from './playback.ts'

type PlayerAction = (playback: Pick<Playback, 'toggle' | 'step' | 'seek'>) => void

/** Seconds in a large step, in the viewer's time. */
const LARGE_STEP_SECONDS = 10

const SECONDS_BY_KEY: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: LARGE_STEP_SECONDS,
  PageDown: -LARGE_STEP_SECONDS,
}

interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/** The action of a key in the player; null for other keys. `seek` stops at the ends of the track. `isSlider`: the slider has the focus, not a button. */
export function playerActionOf(
  { key, shiftKey, ctrlKey, altKey, metaKey }: KeyPress,
  isSlider: boolean,
): PlayerAction | null {
  if (ctrlKey || altKey || metaKey) return null
  // On a button, Space presses the button.
  if (key === ' ') return isSlider ? (playback) => playback.toggle() : null
  const seconds = SECONDS_BY_KEY[key]
  if (seconds !== undefined) return (playback) => playback.step(shiftKey ? seconds * LARGE_STEP_SECONDS : seconds)
  if (key === 'Home') return (playback) => playback.seek(Number.NEGATIVE_INFINITY)
  return key === 'End' ? (playback) => playback.seek(Number.POSITIVE_INFINITY) : null
}
