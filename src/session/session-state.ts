import { replaceEqualDeep } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { DataLock } from './device-memory.ts'
import type { EndReason } from './session-end.ts'

/**
 * Who is signed in. `sign_in_again`: the server ended the session, or no user has been confirmed yet. Stored data stays
 * on the device, nothing is sent, and only the login page leads on.
 */
export interface SessionState {
  readonly state: 'signed_out' | 'signed_in' | 'sign_in_again'
  readonly user: CurrentUser | null
  /**
   * Why the user must sign in again. The server ended the session (`ended`, `reused`) or the account (`inactive`); the
   * server has not responded for 14 days (`locked`), or the clock is too wrong to tell (`wrong_clock`); the server
   * refuses this device the key (`no_key`), or can't respond now (`later`).
   */
  readonly why: EndReason | DataLock | 'no_key' | 'later' | null
}

export type SessionEvent =
  /** The app starts: the state from cookies and device memory. */
  | {
      readonly type: 'started'
      readonly user: CurrentUser | null
      readonly hasToken: boolean
      readonly lock: DataLock | null
    }
  | { readonly type: 'signed_in'; readonly user: CurrentUser }
  /** The server returned the current user. */
  | { readonly type: 'confirmed'; readonly user: CurrentUser }
  /** The server responded, but without the user. */
  | { readonly type: 'unconfirmed'; readonly why: 'no_key' | 'later' }
  /** The server refused the session; `userId`: the user id in its token. */
  | { readonly type: 'ended'; readonly why: EndReason; readonly userId?: string | undefined }
  /** The server has not responded for too long: stored data is closed until the next sign-in. */
  | { readonly type: 'locked'; readonly lock: DataLock }
  | { readonly type: 'signed_out'; readonly userId?: string | undefined }

export const SIGNED_OUT_STATE: SessionState = { state: 'signed_out', user: null, why: null }

/** Whether the server has ended the session: only a new sign-in leads on. */
export const isEndedByServer = ({ why }: SessionState): boolean =>
  why === 'ended' || why === 'inactive' || why === 'reused'

/** The next state. Pure. An event that is too late for its state (a response after sign-out) changes nothing. */
export function sessionReducer(before: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'started':
      if (!event.hasToken) return SIGNED_OUT_STATE
      if (event.lock !== null) return { state: 'sign_in_again', user: null, why: event.lock }
      if (event.user === null) return { state: 'sign_in_again', user: null, why: null }
      return { state: 'signed_in', user: event.user, why: null }
    case 'signed_in':
      return { state: 'signed_in', user: event.user, why: null }
    case 'confirmed':
      if (before.state === 'signed_out' || isEndedByServer(before)) return before
      if (before.user !== null && before.user.id !== event.user.id) return before
      // The user is refetched at each navigation and is mostly unchanged: the same state object avoids a new render.
      return replaceEqualDeep<SessionState>(before, { state: 'signed_in', user: event.user, why: null })
    case 'unconfirmed':
      return before.state !== 'sign_in_again' || before.user !== null ? before : { ...before, why: event.why }
    case 'ended':
      return before.state === 'signed_out' ? before : { state: 'sign_in_again', user: before.user, why: event.why }
    case 'locked':
      return before.state === 'signed_out' ? before : { state: 'sign_in_again', user: null, why: event.lock }
    case 'signed_out':
      return SIGNED_OUT_STATE
  }
}
