import { ApiError, isUnreachable } from '#src/api/api-error.ts'

/**
 * What a screen shows for a query. `not_saved`: nothing is stored on this device and the server is unreachable.
 * `refused`: the user may not see the data, or it no longer exists; stored data is not shown either.
 */
export type ReadingState = 'loading' | 'ready' | 'not_saved' | 'refused' | 'failed'

interface Reading {
  readonly hasData: boolean
  readonly error: unknown
  readonly isOnline: boolean
  /** It was searched on the device and not found. */
  readonly isMissing: boolean
}

/** A permanent refusal: a 4xx except 401, which the session handles, and 408 and 429, which are temporary. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === null) return false
  return error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
}

/** What a screen shows, from the facts about a query. Pure. */
export function readingState({ hasData, error, isOnline, isMissing }: Reading): ReadingState {
  if (isRefusal(error)) return 'refused'
  if (hasData) return 'ready'
  if (isUnreachable(error)) return 'not_saved'
  if (error instanceof ApiError && error.status === 401) return 'loading'
  if (error) return 'failed'
  return !isOnline && isMissing ? 'not_saved' : 'loading'
}

/**
 * Whether the previous list's rows stay on screen while this list loads. Offline, too: a list that is not stored is
 * derived from the complete list in a moment, and only a failed try (`failures`) shows that it can't be. Pure.
 */
export function showsFormer(own: ReadingState, failures: number): boolean {
  return own === 'loading' || (own === 'not_saved' && failures === 0)
}

/** The error as an `ApiError`; null when it is none. */
export function problemOf(error: unknown): ApiError | null {
  return error instanceof ApiError ? error : null
}

/** User-visible text for data that is not available. `pluralName`: its name in the plural, "Trucks". */
export function absenceText(pluralName: string, error: unknown): string {
  return error instanceof ApiError && !isUnreachable(error)
    ? `${pluralName} could not be loaded. ${error.message}`
    : `${pluralName} are not saved on this device yet.`
}
