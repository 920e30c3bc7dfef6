import { type LatLon, placeBetween } from './great-circle.ts'

interface Glide {
  readonly from: LatLon
  readonly to: LatLon
  readonly since: number
}

/**
 * Degrees. No vehicle moves so far between two updates: its position was lost for a while, so it jumps to the new
 * place.
 */
const LEAP = 0.2

/**
 * Positions shown between two updates. Each thing glides from its shown position to its reported position, for as long
 * as the interval between updates. Times are milliseconds of one clock.
 */
export class Gliding {
  readonly #glides = new Map<string, Glide>()
  readonly #lastsMs: number
  constructor(lastsMs: number) {
    this.#lastsMs = lastsMs
  }

  /** Sets the reported positions. A new thing, or one that leapt, is shown at its position immediately. */
  move(places: Iterable<LatLon & { readonly key: string }>, now: number): void {
    const goneKeys = new Set(this.#glides.keys())
    for (const { key, lat, lon } of places) {
      goneKeys.delete(key)
      const known = this.#glides.get(key)
      if (known && known.to.lat === lat && known.to.lon === lon) continue
      const shown = known ? this.#shown(known, now) : { lat, lon }
      const isLeap = Math.abs(shown.lat - lat) > LEAP || Math.abs(shown.lon - lon) > LEAP
      this.#glides.set(key, { from: isLeap ? { lat, lon } : shown, to: { lat, lon }, since: now })
    }
    for (const key of goneKeys) this.#glides.delete(key)
  }

  /** The shown position; null for an unknown key. */
  at(key: string, now: number): LatLon | null {
    const glide = this.#glides.get(key)
    return glide ? this.#shown(glide, now) : null
  }

  /** Speed of the glide, in degrees per millisecond; 0 after arrival. */
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
