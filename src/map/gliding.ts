import { type LatLon, placeBetween } from './great-circle.ts'

interface Glide {
  readonly from: LatLon
  readonly to: LatLon
  readonly since: number
}

/** Nothing on a road comes so far between two updates, in degrees: it was lost from sight, and is shown where it is. */
const LEAP = 0.2

/**
 * Where things are shown between two updates: each glides from where it was shown to where it was told to be, in as long as
 * updates are apart. Times are milliseconds of one clock.
 */
export class Gliding {
  readonly #glides = new Map<string, Glide>()
  readonly #lastsMs: number
  constructor(lastsMs: number) {
    this.#lastsMs = lastsMs
  }

  /** Takes in where things are now. What was not here before, or has leapt, is there at once. */
  move(places: Iterable<LatLon & { readonly key: string }>, now: number): void {
    const gone = new Set(this.#glides.keys())
    for (const { key, lat, lon } of places) {
      gone.delete(key)
      const known = this.#glides.get(key)
      if (known && known.to.lat === lat && known.to.lon === lon) continue
      const shown = known ? this.#shown(known, now) : { lat, lon }
      const isLeap = Math.abs(shown.lat - lat) > LEAP || Math.abs(shown.lon - lon) > LEAP
      this.#glides.set(key, { from: isLeap ? { lat, lon } : shown, to: { lat, lon }, since: now })
    }
    for (const key of gone) this.#glides.delete(key)
  }

  /** Where it is shown; null for what is not here. */
  at(key: string, now: number): LatLon | null {
    const glide = this.#glides.get(key)
    return glide ? this.#shown(glide, now) : null
  }

  /** How fast it glides, in degrees a millisecond; 0 when it has arrived. */
  speed(key: string, now: number): number {
    const glide = this.#glides.get(key)
    if (!glide || now - glide.since >= this.#lastsMs) return 0
    const { from, to } = glide
    return Math.max(Math.abs(to.lat - from.lat), Math.abs(to.lon - from.lon)) / this.#lastsMs
  }

  #shown({ from, to, since }: Glide, now: number): LatLon {
    const share = Math.min(1, Math.max(0, (now - since) / this.#lastsMs))
    return share === 1 ? to : placeBetween(from, to, share)
  }
}
