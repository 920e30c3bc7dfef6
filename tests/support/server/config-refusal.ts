import { ConfigError, readConfig } from '#server/start/config.ts'

/** Why a configuration is refused, in its words. */
export function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'not refused'
}
