import { wholeSetting } from '#tests/support/yard/whole-setting.ts'

export interface ChaosSettings {
  /** Lives of the browser. */
  readonly lives: number
  /** Lives of the server. */
  readonly serverLives: number
  /** The same seed gives the same programs; when exactly a process dies within them is the machine's. */
  readonly seed: string
  /** An empty PostgreSQL database for the server loop, instead of the embedded one. */
  readonly databaseUrl: string | null
}

/** Of CHAOS_LIVES (200), CHAOS_SERVER_LIVES (100), CHAOS_SEED (the day) and CHAOS_DATABASE_URL (none). */
export function chaosSettings(): ChaosSettings {
  return {
    lives: wholeSetting('CHAOS_LIVES', 200),
    serverLives: wholeSetting('CHAOS_SERVER_LIVES', 100),
    seed: process.env.CHAOS_SEED || new Date().toISOString().slice(0, 10),
    databaseUrl: process.env.CHAOS_DATABASE_URL || null,
  }
}
