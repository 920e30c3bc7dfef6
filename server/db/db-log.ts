/** The log for database events that no request waits for: a session lost while idle, failed housekeeping. */
export interface DbLog {
  error(details: object, message: string): void
  info(details: object, message: string): void
}
