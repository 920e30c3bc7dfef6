import type { DbLog } from '#server/db/db-log.ts'

/** A log for a database that must not have errors: a logged error throws. */
export const noLog: DbLog = {
  error: (details, message) => {
    throw new Error(message, { cause: details })
  },
  info: () => {},
}
