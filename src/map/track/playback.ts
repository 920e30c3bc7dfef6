import type { Track } from './track.ts'
import type { Span } from './track-point.ts'

/** What is played: from when to when, and where there is nothing to see meanwhile. */
export interface Timeline {
  readonly start: number
  readonly end: number
  readonly idle: readonly Span[]
}

/** Real time, in milliseconds, and what the screen asks for next; `onFrame` answers how to take that back. */
export interface FrameClock {
  readonly now: () => number
  readonly onFrame: (draw: () => void) => () => void
}

export interface PlaybackState {
  /** The instant that is shown, in milliseconds since 1970. */
  readonly position: number
  readonly isPlaying: boolean
  /** How much faster than it was. */
  readonly rate: Rate
  readonly skipsIdle: boolean
}

export const RATES = [1, 10, 60, 300, 1800] as const
export type Rate = (typeof RATES)[number]
const USUAL_RATE = 60
const FASTEST_RATE = 1800
/** Nobody looks on for longer, in milliseconds. */
const PATIENCE_MS = 5 * 60_000
/** A page that was not looked at draws nothing: what passed meanwhile is not made up for. */
const MAX_FRAME_MS = 250

export function timelineOf({ points, idle }: Track): Timeline {
  return { start: points[0]?.at ?? 0, end: points.at(-1)?.at ?? 0, idle }
}

/** Sixty times as fast as it was, unless that would take minutes on end. */
export function rateFor({ start, end, idle }: Timeline): Rate {
  const busy = idle.reduce((left, { from, until }) => left - (until - from), end - start)
  return RATES.find((rate) => rate >= USUAL_RATE && busy / rate <= PATIENCE_MS) ?? FASTEST_RATE
}

/** Plays a span of the past. It asks for frames only while it plays. */
export class Playback {
  readonly #clock: FrameClock
  readonly #listeners = new Set<() => void>()
  #timeline: Timeline
  #state: PlaybackState
  #drawnAt = 0
  #stopFrame: () => void = () => undefined

  constructor(timeline: Timeline, clock: FrameClock) {
    this.#timeline = timeline
    this.#clock = clock
    this.#state = { position: timeline.start, isPlaying: false, rate: rateFor(timeline), skipsIdle: true }
  }

  readonly get = (): PlaybackState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What is played has grown: whoever looks on stays where they are. */
  follow(timeline: Timeline): void {
    this.#timeline = timeline
    this.seek(this.#state.position)
  }

  /** From the beginning again, when it has come to its end. */
  readonly play = (): void => {
    if (this.#state.isPlaying) return
    const { start, end } = this.#timeline
    this.#set({ isPlaying: true, position: this.#state.position >= end ? start : this.#state.position })
    this.#drawnAt = this.#clock.now()
    this.#plan()
  }

  readonly pause = (): void => {
    this.#stopFrame()
    this.#set({ isPlaying: false })
  }

  readonly toggle = (): void => (this.#state.isPlaying ? this.pause() : this.play())

  /** Shows an instant, or the end of what there is that is nearer to it. */
  readonly seek = (position: number): void => {
    const { start, end } = this.#timeline
    this.#set({ position: Math.min(end, Math.max(start, position)) })
  }

  /** As far as it plays in so many seconds; back when that is negative. */
  readonly step = (seconds: number): void => {
    const { position, rate } = this.#state
    this.seek(this.#beyondIdle(position + seconds * rate * 1000, seconds < 0))
  }

  readonly setRate = (rate: Rate): void => this.#set({ rate })
  readonly setSkipsIdle = (skipsIdle: boolean): void => this.#set({ skipsIdle })

  #plan(): void {
    this.#stopFrame = this.#clock.onFrame(() => this.#draw())
  }

  #draw(): void {
    const now = this.#clock.now()
    const passed = Math.min(MAX_FRAME_MS, now - this.#drawnAt)
    this.#drawnAt = now
    const { position, rate } = this.#state
    this.seek(this.#beyondIdle(position + passed * rate, false))
    if (this.#state.position >= this.#timeline.end) this.pause()
    else this.#plan()
  }

  /** Where one comes out of what is skipped, whichever way one goes. */
  #beyondIdle(position: number, isBack: boolean): number {
    if (!this.#state.skipsIdle) return position
    const idle = this.#timeline.idle.find(({ from, until }) => position > from && position < until)
    if (idle === undefined) return position
    return isBack ? idle.from : idle.until
  }

  #set(change: Partial<PlaybackState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}

/** How fast that is, in words: "5 minutes a second". */
export function rateWords(rate: Rate): string {
  if (rate === 1) return 'Real time'
  if (rate === 60) return '1 minute a second'
  return rate < 60 ? `${rate} seconds a second` : `${rate / 60} minutes a second`
}
