import { wholeSetting } from '#tests/support/yard/whole-setting.ts'

export interface FuzzSettings {
  /** The same seed gives the same requests. */
  readonly seed: string
  /** The number of malformed requests, without those that are sent again. */
  readonly requests: number
  /** The only round to run, starting at 1; null for all rounds. */
  readonly round: number | null
}

/** Reads FUZZ_SEED (today's date), FUZZ_REQUESTS (100,000) and FUZZ_ROUND (all). */
export function fuzzSettings(): FuzzSettings {
  return {
    seed: process.env.FUZZ_SEED || new Date().toISOString().slice(0, 10),
    requests: wholeSetting('FUZZ_REQUESTS', 100_000),
    round: wholeSetting('FUZZ_ROUND', null),
  }
}
