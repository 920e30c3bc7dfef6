import pg from 'pg'
import { DatabaseError } from '#server/db/db.ts'

/** SQLSTATE `connection_failure`: it is unknown whether the statement took effect. */
export const CONNECTION_FAILURE = '08006'
const RETRYABLE = new Set(['40001', '40P01'])

/** The error of a refused statement as a `DatabaseError`. Null when the error does not come from the database. */
export function refusalOf(error: unknown): DatabaseError | null {
  if (error instanceof DatabaseError) return error
  if (!(error instanceof pg.DatabaseError && error.code)) return null
  const refusal = new DatabaseError(error.message, error.code, error.constraint ?? null)
  refusal.cause = error
  return refusal
}

/** The error of a session that could not be opened or that broke, as a `DatabaseError`. */
export function lossOf(error: unknown): DatabaseError {
  const refusal = refusalOf(error)
  if (refusal) return refusal
  const loss = new DatabaseError(error instanceof Error ? error.message : String(error), CONNECTION_FAILURE, null)
  loss.cause = error
  return loss
}

/** Whether the error is a serialization failure or a deadlock: the same work can succeed when it runs again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && RETRYABLE.has(error.code)
}

/** Whether the session can't be used after this error: the connection is gone, or the server is shutting down. */
export function endsSession(refusal: DatabaseError): boolean {
  const { code, cause } = refusal
  const isFatal = cause instanceof pg.DatabaseError && (cause.severity === 'FATAL' || cause.severity === 'PANIC')
  return isFatal || code.startsWith('08') || code.startsWith('57P') || code.startsWith('XX')
}
