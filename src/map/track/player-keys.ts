import type { Playback } from './playback.ts'

type Move = (playback: Pick<Playback, 'toggle' | 'step' | 'seek'>) => void

/** Seconds of playback in a large step. */
const PAGE = 10

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: PAGE,
  PageDown: -PAGE,
}

interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/** The action of a key in the player; null for other keys. `isSlider`: the slider has the focus, not a button. */
export function playerMove({ key, shiftKey, ctrlKey, altKey, metaKey }: Pressed, isSlider: boolean): Move | null {
  if (ctrlKey || altKey || metaKey) return null
  // On a button, Space presses the button.
  if (key === ' ') return isSlider ? (playback) => playback.toggle() : null
  const seconds = STEPS[key]
  if (seconds !== undefined) return (playback) => playback.step(shiftKey ? seconds * PAGE : seconds)
  if (key === 'Home') return (playback) => playback.seek(Number.NEGATIVE_INFINITY)
  return key === 'End' ? (playback) => playback.seek(Number.POSITIVE_INFINITY) : null
}
