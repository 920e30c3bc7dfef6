import pg from 'pg'
import { DatabaseError } from '#server/db/db.ts'

/** SQLSTATE `connection_failure`: the statement's fate is not known. */
export const CONNECTION_FAILURE = '08006'
const RETRIED = new Set(['40001', '40P01'])

/** What a refused statement threw, as callers know it; null when it was no answer of the database. */
export function refusalOf(error: unknown): DatabaseError | null {
  if (error instanceof DatabaseError) return error
  if (!(error instanceof pg.DatabaseError && error.code)) return null
  const refusal = new DatabaseError(error.message, error.code, error.constraint ?? null)
  refusal.cause = error
  return refusal
}

/** A session that could not be had, or that broke, as callers know it. */
export function lossOf(error: unknown): DatabaseError {
  const refusal = refusalOf(error)
  if (refusal) return refusal
  const loss = new DatabaseError(error instanceof Error ? error.message : String(error), CONNECTION_FAILURE, null)
  loss.cause = error
  return loss
}

/** A serialization failure or a deadlock: the same work can succeed when it is run again. */
export function isRetried(error: unknown): boolean {
  return error instanceof DatabaseError && RETRIED.has(error.code)
}

/** Whether the session that answered this is of no more use: the connection is gone, or the server is going down. */
export function endsSession(refusal: DatabaseError): boolean {
  const { code, cause } = refusal
  const isFatal = cause instanceof pg.DatabaseError && (cause.severity === 'FATAL' || cause.severity === 'PANIC')
  return isFatal || code.startsWith('08') || code.startsWith('57P') || code.startsWith('XX')
}
