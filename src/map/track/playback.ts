import type { Track } from './track.ts'
import type { Span } from './track-point.ts'

/** The span that is played, and the idle spans in it. */
export interface Timeline {
  readonly start: number
  readonly end: number
  readonly idle: readonly Span[]
}

/**
 * A clock in real milliseconds, and a request for the next frame; `onFrame` returns a function that cancels the
 * request.
 */
export interface FrameClock {
  readonly now: () => number
  readonly onFrame: (draw: () => void) => () => void
}

export interface PlaybackState {
  /** The shown instant, in milliseconds since 1970. */
  readonly position: number
  readonly isPlaying: boolean
  /** Factor by which playback is faster than real time. */
  readonly rate: Rate
  readonly skipsIdle: boolean
}

export const RATES = [1, 10, 60, 300, 1800] as const
export type Rate = (typeof RATES)[number]
const USUAL_RATE = 60
const FASTEST_RATE = 1800
/**
 * Longest playback at the default rate, in real milliseconds. A longer path starts at a higher rate, where possible.
 */
const PATIENCE_MS = 5 * 60_000
/** A hidden page draws no frames. Playback does not catch up on time beyond this limit. */
const MAX_FRAME_MS = 250

export function timelineOf({ points, idle }: Track): Timeline {
  return { start: points[0]?.at ?? 0, end: points.at(-1)?.at ?? 0, idle }
}

/**
 * The default rate: 60, or the next higher rate at which playback takes at most `PATIENCE_MS`; otherwise the highest.
 */
export function rateFor({ start, end, idle }: Timeline): Rate {
  const busy = idle.reduce((duration, { from, until }) => duration - (until - from), end - start)
  return RATES.find((rate) => rate >= USUAL_RATE && busy / rate <= PATIENCE_MS) ?? FASTEST_RATE
}

/** Plays a span of the past. It requests frames only during playback. */
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

  /** Replaces the timeline after the path has grown; the position stays. */
  follow(timeline: Timeline): void {
    this.#timeline = timeline
    this.seek(this.#state.position)
  }

  /** Starts playback; at the end, from the beginning. */
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

  /** Shows an instant, limited to the timeline. */
  readonly seek = (position: number): void => {
    const { start, end } = this.#timeline
    this.#set({ position: Math.min(end, Math.max(start, position)) })
  }

  /** Moves by what is played in a number of real seconds; backward if negative. */
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

  /** The position, or the far end of the idle span around it if idle spans are skipped. */
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

/** A rate as text: "5 minutes a second". */
export function rateWords(rate: Rate): string {
  if (rate === 1) return 'Real time'
  if (rate === 60) return '1 minute a second'
  return rate < 60 ? `${rate} seconds a second` : `${rate / 60} minutes a second`
}
