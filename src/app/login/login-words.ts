import { ApiError } from '#src/api/api-error.ts'
import { countOf } from '#src/format/numbers.ts'
import type { WaitingOnDevice } from '#src/offline/outbox/repair/local-loss-marker.ts'
import type { SessionState } from '#src/session/session-state.ts'

const UNSENT = 'Changes that were not sent yet are still on this device: you can send them then.'

/**
 * The reason why a user must sign in again, and the state of their changes. `today` is the device's date, which may be
 * wrong.
 */
export function whyWords(why: NonNullable<SessionState['why']>, today: string): string {
  switch (why) {
    case 'locked':
      return `By its clock (${today}) this device has not reached the server for 14 days, so what it keeps is closed. It opens again once the server can be reached, or when you sign in. ${UNSENT}`
    case 'wrong_clock':
      return `The clock of this device is wrong: it says ${today}, and the server was last reached after that. What this device keeps is closed. Set the clock right, and load this page again.`
    case 'no_key':
      return `The server gives this device no key for what it keeps of this account. Sign in. ${UNSENT}`
    case 'later':
      return 'The server can’t let you in just now. It is asked again in a moment, and this page goes on by itself: you need not sign in.'
    case 'ended':
      return `Your session is over. Sign in again. ${UNSENT}`
    case 'reused':
      return `An old copy of this session was used somewhere, so it was ended here and there. Sign in again, and change your password if that was not you. ${UNSENT}`
    case 'inactive':
      return 'This account is not active any more. Ask an administrator. What you could read here is off this device; changes that were not sent yet are kept, closed to everyone.'
  }
}

/**
 * The message after too many sign-in attempts: the server's text with its exact delay instead of "later". Empty for
 * other failures.
 */
export function tooManyWords(failure: unknown): string {
  if (!(failure instanceof ApiError) || failure.status !== 429) return ''
  const { message, retryAfterMs } = failure
  if (retryAfterMs === null) return message
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const messageStart = message.replace(/\s*Try again later\.$/, '')
  if (seconds <= 60) return `${messageStart} Try again in ${countOf(seconds, 'second')}.`
  const time = countOf(Math.ceil(seconds / 60), 'minute')
  // A known device has a counter of its own.
  return `${messageStart} Try again in ${time}. On a device where you have signed in before it may be sooner.`
}

/** A message about the changes of all users that wait on this device; empty when there are none. */
export function waitingWords({ changes, users }: WaitingOnDevice): string {
  if (changes === 0) return ''
  const [are, They, them] = changes === 1 ? ['is', 'It', 'it'] : ['are', 'They', 'them']
  const of = users === 1 ? '' : ` of ${countOf(users, 'user')}`
  const when = users === 1 ? `the user who made ${them} has signed in` : 'these users have signed in'
  return `${countOf(changes, 'change')}${of} ${are} kept on this device, sealed: others can’t see or send ${them}. ${They} can be sent once ${when}.`
}

/** What works on this page without a network, and what does not. */
export const WITHOUT_NETWORK =
  'You’re offline. Signing in needs a connection; after that, Haulyard works offline. A new password needs one too. A user who ticked “Remember me” and has not logged out opens Haulyard offline.'
