import { wholeSetting } from '#tests/support/yard/whole-setting.ts'

export interface FuzzSettings {
  /** The same seed gives the same requests. */
  readonly seed: string
  /** So many malformed requests; those that are sent again do not count. */
  readonly requests: number
  /** The one round to run, from 1; null for all. */
  readonly round: number | null
}

/** Of FUZZ_SEED (the day), FUZZ_REQUESTS (100,000) and FUZZ_ROUND (all). */
export function fuzzSettings(): FuzzSettings {
  return {
    seed: process.env.FUZZ_SEED || new Date().toISOString().slice(0, 10),
    requests: wholeSetting('FUZZ_REQUESTS', 100_000),
    round: wholeSetting('FUZZ_ROUND', null),
  }
}
