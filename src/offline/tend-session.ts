import { companyNow } from '#src/browser/company-clock.ts'
import { lockSession, requireUser, sessionState } from '#src/session/session.ts'
import { isEndedByServer } from '#src/session/session-state.ts'
import { dueDataLock } from './boot-state.ts'
import { onBackOnline } from './connectivity.ts'
import { whenIdle } from './when-idle.ts'

/** How often an open page checks whether it must lock, in milliseconds. */
const CHECK_LOCK_EVERY_MS = 10 * 60_000

/** Locks a page that stays open, not only at its next start. */
function lockWhenDue(): void {
  const checkLock = () => {
    const lock = sessionState().user === null ? null : dueDataLock(companyNow())
    if (lock !== null) void lockSession(lock)
  }
  setInterval(checkLock, CHECK_LOCK_EVERY_MS)
  document.addEventListener('visibilitychange', checkLock)
}

/**
 * Ends sessions at the server that were signed out offline, as soon as it can be reached, whichever user is signed in.
 */
function endSignedOut(): void {
  const report = async () => {
    const module = await import('#src/session/ended-sessions.ts').catch(() => null)
    await module?.reportEndedSessions()
  }
  onBackOnline(() => void report())
  whenIdle(() => void report())
}

/** Refetches the user of a locked page when the server can be reached: the lock may come from a wrong clock. */
function reopenWhenOnline(): void {
  onBackOnline(() => {
    const session = sessionState()
    if (session.state === 'sign_in_again' && !isEndedByServer(session)) void requireUser()
  })
}

/** While the page is open: locks it when due, reopens it, and ends sessions that were signed out offline. */
export function tendSession(): void {
  lockWhenDue()
  reopenWhenOnline()
  endSignedOut()
}
