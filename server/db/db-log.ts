/** Where the database tells what nobody waits for: a session lost while idle, housekeeping that was refused. */
export interface DbLog {
  error(details: object, message: string): void
  info(details: object, message: string): void
}
