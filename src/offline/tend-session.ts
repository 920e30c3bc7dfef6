import { companyNow } from '#src/browser/company-clock.ts'
import { lockSession, requireUser, sessionState } from '#src/session/session.ts'
import { isOver } from '#src/session/session-state.ts'
import { dueLock } from './boot-state.ts'
import { onBackOnline } from './connectivity.ts'
import { whenIdle } from './when-idle.ts'

/** How often an open page asks itself whether it must close, in milliseconds. */
const LOOK_FOR_LOCK_MS = 10 * 60_000

/** A page that stays open closes by itself, not only at its next start. */
function lockInTime(): void {
  const look = () => {
    const lock = sessionState().user === null ? null : dueLock(companyNow())
    if (lock !== null) void lockSession(lock)
  }
  setInterval(look, LOOK_FOR_LOCK_MS)
  document.addEventListener('visibilitychange', look)
}

/** Sessions that were signed out without a network are ended at the server as soon as it can be reached, by any user. */
function endSignedOut(): void {
  const tell = async () => {
    const loaded = await import('#src/session/ended-sessions.ts').catch(() => null)
    await loaded?.tellEnded()
  }
  onBackOnline(() => void tell())
  whenIdle(() => void tell())
}

/** A page that is closed for its age asks who is here again once the server can be reached: a clock may have been wrong. */
function reopenWithTheNetwork(): void {
  onBackOnline(() => {
    const session = sessionState()
    if (session.state === 'sign_in_again' && !isOver(session)) void requireUser()
  })
}

/** Sees to what time and the network mean for who is signed in, as long as the page is open. */
export function tendSession(): void {
  lockInTime()
  reopenWithTheNetwork()
  endSignedOut()
}
