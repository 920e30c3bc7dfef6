import { ApiError, isUnreachable } from '#src/api/api-error.ts'

/**
 * What a screen shows of a query. `not_saved`: nothing is kept on this device and the server can't be reached.
 * `refused`: the server says that this person may not see it, or that it is gone; what was kept is not shown either.
 */
export type ReadingState = 'loading' | 'ready' | 'not_saved' | 'refused' | 'failed'

interface Reading {
  readonly hasData: boolean
  readonly error: unknown
  readonly isOnline: boolean
  /** It was looked for on the device, and is not there. */
  readonly isMissing: boolean
}

/** A lasting refusal. 401 is not: the session sees to that one; 408 and 429 pass. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === null) return false
  return error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
}

/** Decides in one place what a screen shows. Pure. */
export function readingState({ hasData, error, isOnline, isMissing }: Reading): ReadingState {
  if (isRefusal(error)) return 'refused'
  if (hasData) return 'ready'
  if (isUnreachable(error)) return 'not_saved'
  if (error instanceof ApiError && error.status === 401) return 'loading'
  if (error) return 'failed'
  return !isOnline && isMissing ? 'not_saved' : 'loading'
}

/**
 * Whether the rows of the list before stand while another one is on its way. Also without a network: what is not kept by
 * itself is made of the whole list in a moment, and only a try in vain (`failures`) says that it can't be. Pure.
 */
export function showsFormer(own: ReadingState, failures: number): boolean {
  return own === 'loading' || (own === 'not_saved' && failures === 0)
}

/** The refusal or failure to tell about; null when there is none, or when the network is all that is wrong. */
export function problemOf(error: unknown): ApiError | null {
  return error instanceof ApiError ? error : null
}

/** Why something is not here, for the person; `what` it is, of which there are many: "Trucks". */
export function absenceText(what: string, error: unknown): string {
  return error instanceof ApiError && !isUnreachable(error)
    ? `${what} could not be loaded. ${error.message}`
    : `${what} are not saved on this device yet.`
}
