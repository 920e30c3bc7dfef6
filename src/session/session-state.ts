import { replaceEqualDeep } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { WhyEnded } from './ends-session.ts'
import type { Lock } from './memory.ts'

/**
 * Who is signed in. `sign_in_again`: the server ended the session, or nobody has yet been shown to be allowed in; what
 * is kept on the device stays, nothing is sent, and the way on is the login page.
 */
export interface SessionState {
  readonly state: 'signed_out' | 'signed_in' | 'sign_in_again'
  readonly user: CurrentUser | null
  /**
   * Why a person must sign in again: the server ended the session, or the account; the data was 14 days without a word
   * from the server, or the clock says so in vain; the server refuses this device the key, or can't answer before later.
   */
  readonly why: WhyEnded | Lock | 'no_key' | 'later' | null
}

export type SessionEvent =
  /** The app starts: what cookies and the device's memory say. */
  | {
      readonly type: 'started'
      readonly user: CurrentUser | null
      readonly hasToken: boolean
      readonly lock: Lock | null
    }
  | { readonly type: 'signed_in'; readonly user: CurrentUser }
  /** The server told who the current user is. */
  | { readonly type: 'met'; readonly user: CurrentUser }
  /** The server answered, but not who this is. */
  | { readonly type: 'not_met'; readonly why: 'no_key' | 'later' }
  /** The server refused the session; `whose` it was, as its token says. */
  | { readonly type: 'ended'; readonly why: WhyEnded; readonly whose?: string | undefined }
  /** Nothing was heard of the server for too long: what is kept on the device is closed until the next sign-in. */
  | { readonly type: 'locked'; readonly lock: Lock }
  | { readonly type: 'signed_out'; readonly whose?: string | undefined }

export const nobodySignedIn: SessionState = { state: 'signed_out', user: null, why: null }

/** Whether the server has ended it: only a sign-in goes on from there. */
export const isOver = ({ why }: SessionState): boolean => why === 'ended' || why === 'inactive' || why === 'reused'

/** The next state. Pure; an event that comes too late for its state (an answer after sign-out) changes nothing. */
export function sessionReducer(before: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'started':
      if (!event.hasToken) return nobodySignedIn
      if (event.lock !== null) return { state: 'sign_in_again', user: null, why: event.lock }
      if (event.user === null) return { state: 'sign_in_again', user: null, why: null }
      return { state: 'signed_in', user: event.user, why: null }
    case 'signed_in':
      return { state: 'signed_in', user: event.user, why: null }
    case 'met':
      if (before.state === 'signed_out' || isOver(before)) return before
      if (before.user !== null && before.user.id !== event.user.id) return before
      // It is asked at each step, and mostly says what it said: then it is the same state, and no screen is drawn again.
      return replaceEqualDeep<SessionState>(before, { state: 'signed_in', user: event.user, why: null })
    case 'not_met':
      return before.state !== 'sign_in_again' || before.user !== null ? before : { ...before, why: event.why }
    case 'ended':
      return before.state === 'signed_out' ? before : { state: 'sign_in_again', user: before.user, why: event.why }
    case 'locked':
      return before.state === 'signed_out' ? before : { state: 'sign_in_again', user: null, why: event.lock }
    case 'signed_out':
      return nobodySignedIn
  }
}
