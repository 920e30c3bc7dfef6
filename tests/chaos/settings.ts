import { wholeSetting } from '#tests/support/yard/whole-setting.ts'

export interface ChaosSettings {
  /** The number of browser lives. */
  readonly lives: number
  /** The number of server lives. */
  readonly serverLives: number
  /** The same seed gives the same actions. The exact moment of a kill within them depends on the machine. */
  readonly seed: string
  /** An empty PostgreSQL database for the server loop, instead of the embedded one. */
  readonly databaseUrl: string | null
}

/** Reads CHAOS_LIVES (200), CHAOS_SERVER_LIVES (100), CHAOS_SEED (today's date) and CHAOS_DATABASE_URL (none). */
export function chaosSettings(): ChaosSettings {
  return {
    lives: wholeSetting('CHAOS_LIVES', 200),
    serverLives: wholeSetting('CHAOS_SERVER_LIVES', 100),
    seed: process.env.CHAOS_SEED || new Date().toISOString().slice(0, 10),
    databaseUrl: process.env.CHAOS_DATABASE_URL || null,
  }
}
