import { useSyncExternalStore } from 'react'
import type { LoginForm } from '#contract/session/session.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { type Credentials, setCredentials } from '#src/api/call.ts'
import { onFreeze, onResume, stayFrozen } from '#src/browser/page-life.ts'
import type { DataLock, ReadDeviceMemory } from './device-memory.ts'
import { browserPorts } from './session-ports.ts'
import type { SessionChange } from './session-publisher.ts'
import type { SessionState } from './session-state.ts'
import { SessionStore } from './session-store.ts'
import type { StoredUser } from './tokens/token-vault.ts'

const session = new SessionStore(browserPorts())

/** Restores the session from cookies, the user's key and device memory. Must run before the router. */
export async function startSession(readMemory: ReadDeviceMemory): Promise<void> {
  setCredentials(session)
  onFreeze(() => session.noteFreeze())
  // Must be the first resume listener: the others would go on as the former user.
  onResume(reloadIfUserChanged)
  await session.start(readMemory)
}

/** The sealer of the signed-in user; null for any other user. */
export const sealerOf = session.sealerOf

/**
 * A frozen page receives no messages about sign-ins and sign-outs, and still shows its user's data. If that user is no
 * longer signed in, the page hides everything and reloads.
 */
function reloadIfUserChanged(): void {
  if (session.isSameUserSignedIn()) return
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
/** The current user's id as text, by which the outbox knows its owner. Without a user it matches no outbox. */
export function currentSubject(): string {
  return String(currentUser()?.id)
}

/** The session's access to tokens, for senders that must stay with one user. */
export const sessionCredentials: Credentials = session

/** Signs in. Throws an `ApiError` on failure; nothing has changed then. */
export function signIn(form: LoginForm): Promise<void> {
  return session.signIn(form)
}
/** Signs out immediately on this device, in all its tabs; the server is told best effort. The outbox is not touched. */
export function signOut(): Promise<void> {
  return session.signOut()
}
/**
 * The user who may enter protected pages, or null: go to the login page. Asks the server, but only waits if it must.
 */
export function requireUser(): Promise<CurrentUser | null> {
  return session.requireUser()
}
/** Closes the user's stored data until the server confirms the user again. */
export function lockSession(lock: DataLock): Promise<void> {
  return session.lock(lock)
}
/** Stores the remembered user in the vault, where it survives a killed browser. */
export function saveSessionUser(person: StoredUser): Promise<void> {
  return session.saveUser(person)
}
export function onSessionChange(listener: (change: SessionChange) => void | Promise<void>): () => void {
  return session.onChange(listener)
}
