import { ConfigError, readConfig } from '#server/start/config.ts'

/** The message with which a configuration is refused. */
export function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'not refused'
}
