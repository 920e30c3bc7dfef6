import { useSyncExternalStore } from 'react'
import type { LoginForm } from '#contract/session/session.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { type Credentials, setCredentials } from '#src/api/call.ts'
import { onFreeze, onResume, stayFrozen } from '#src/browser/page-life.ts'
import type { Lock, Recall } from './memory.ts'
import { browserPorts } from './session-ports.ts'
import type { SessionState } from './session-state.ts'
import { SessionStore } from './session-store.ts'
import type { KeptPerson } from './tokens/token-vault.ts'
import type { SessionChange } from './told-state.ts'

const session = new SessionStore(browserPorts())

/** Takes up the session from cookies, the user's key and the device's memory; before the router. */
export async function startSession(recall: Recall): Promise<void> {
  setCredentials(session)
  onFreeze(() => session.noteFreeze())
  // Before all others, who would go on as this person.
  onResume(leaveOthersPage)
  await session.start(recall)
}

/** What seals for the signed-in user, and opens what is stored for that one; null for any other. */
export const sealerOf = session.sealerOf

/**
 * A page that was frozen has not heard who signed out or in since, and shows what its own person may see. Unless that one
 * is here still it shows nothing more, and is loaded anew.
 */
function leaveOthersPage(): void {
  if (session.isStillHere()) return
  stayFrozen()
  document.documentElement.style.visibility = 'hidden'
  location.reload()
}

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get)
}
export function sessionState(): SessionState {
  return session.get()
}
export function currentUser(): CurrentUser | null {
  return session.get().user
}
/** The token's subject of the person who is here now, by which the outbox knows its owner; of no outbox when no one is. */
export function currentSubject(): string {
  return String(currentUser()?.id)
}

/** The session's own way to tokens, for what sends as one person only. */
export const sessionCredentials: Credentials = session

/** Signs in, or throws an `ApiError`: nothing has changed then. */
export function signIn(form: LoginForm): Promise<void> {
  return session.signIn(form)
}
/** Signs out on this device at once, in all its tabs; the server is told best effort. Waiting changes are not touched. */
export function signOut(): Promise<void> {
  return session.signOut()
}
/** The person who may enter protected pages, or null: to the login page. Asks the server, but only waits if it must. */
export function requireUser(): Promise<CurrentUser | null> {
  return session.requireUser()
}
/** Closes what is kept for the person until the server lets that person in again. */
export function lockSession(lock: Lock): Promise<void> {
  return session.lock(lock)
}
/** Keeps who is remembered where a killed browser still has it. */
export function keepPerson(person: KeptPerson): Promise<void> {
  return session.keepPerson(person)
}
export function onSessionChange(listener: (change: SessionChange) => void | Promise<void>): () => void {
  return session.onChange(listener)
}
