/** A rate is known after this much time and this many bytes, in milliseconds and bytes. */
const MIN_MS = 3_000
const MIN_BYTES = 100 * 1024
/** The rate is that of the last this many milliseconds. */
const WINDOW_MS = 30_000
/** More than one part of a file at once was not sent but found at the server. */
const MAX_STEP_BYTES = 256 * 1024
/** The shown time follows a new estimate only if that is this much shorter or longer, so that it counts down calmly. */
const MUCH_SHORTER = 0.7
const MUCH_LONGER = 1.3
const SLACK_MS = 5_000

interface Sample {
  readonly at: number
  readonly sent: number
}

/** Estimates when an upload ends, by the measured rate. All times in milliseconds since 1970. */
export class TimeLeft {
  #samples: readonly Sample[] = []
  #endsAt: number | null = null

  /** Notes that `sent` of `total` bytes have arrived by now. */
  note(sent: number, total: number, now: number): void {
    const last = this.#samples.at(-1)
    if (last !== undefined && sent === last.sent) return
    const isContinued = last !== undefined && sent > last.sent && sent - last.sent <= MAX_STEP_BYTES && now > last.at
    const recent = isContinued ? this.#samples.filter(({ at }) => now - at <= WINDOW_MS) : []
    // On a slow line the last sample alone is older than the window.
    this.#samples = [...(isContinued && recent.length === 0 ? [last] : recent), { at: now, sent }]
    const [first] = this.#samples
    if (first === undefined || now - first.at < MIN_MS || sent - first.sent < MIN_BYTES) return
    const estimateMs = ((total - sent) * (now - first.at)) / (sent - first.sent)
    if (this.#differsMuch(estimateMs, now)) this.#endsAt = now + estimateMs
  }
  /** Sending has stopped: what was measured says nothing about the next attempt. */
  forget(): void {
    this.#samples = []
    this.#endsAt = null
  }
  /** The remaining time; null while it is not known. */
  leftMs(now: number): number | null {
    if (this.#endsAt === null || this.#endsAt <= now) return null
    return this.#endsAt - now
  }

  #differsMuch(estimateMs: number, now: number): boolean {
    if (this.#endsAt === null) return true
    const shownMs = this.#endsAt - now
    return estimateMs < shownMs * MUCH_SHORTER - SLACK_MS || estimateMs > shownMs * MUCH_LONGER + SLACK_MS
  }
}
