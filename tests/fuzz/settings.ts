function whole<T>(name: string, otherwise: T): number | T {
  const given = process.env[name]
  if (given === undefined || given === '') return otherwise
  const number = Number(given)
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`${name} must be a whole number from 1 on`)
  return number
}

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
    requests: whole('FUZZ_REQUESTS', 100_000),
    round: whole('FUZZ_ROUND', null),
  }
}
