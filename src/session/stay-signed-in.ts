import { useSyncExternalStore } from 'react'
import { observableValue } from './observable-value.ts'
import { onSessionChange, sessionCredentials } from './session.ts'
import { browserChoice } from './session-ports.ts'

const changes = observableValue(0)
const notify = () => changes.set(changes.get() + 1)

/**
 * How long the user stays signed in on this device: also after the browser is closed, or only in this tab. Null while no
 * user is signed in.
 */
export function useSessionLife(): 'remembered' | 'this_tab' | null {
  return useSyncExternalStore(subscribe, browserChoice.read)
}

function subscribe(listener: () => void): () => void {
  // Another tab may have made the choice.
  addEventListener('storage', listener)
  const stops = [changes.subscribe(listener), onSessionChange(listener), () => removeEventListener('storage', listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Keeps the user signed in after the browser is closed, as if Remember me had been ticked. The server then renews its
 * cookie with the longer life. Resolves to false, with nothing changed, when it can't be reached or has ended the session.
 */
export async function staySignedIn(): Promise<boolean> {
  // The session may have passed to another user, whose choice must not change.
  if (sessionCredentials.token() === null || browserChoice.read() !== 'this_tab') return false
  // Before the token is read: a refresh that begins now renews the cookie with the longer life.
  browserChoice.write(true)
  const token = sessionCredentials.token()
  const isKept = token !== null && (await sessionCredentials.refresh(token)) === 'refreshed'
  // Not when the session has ended or passed to another user meanwhile.
  if (!isKept && token !== null && sessionCredentials.token() === token) browserChoice.write(false)
  notify()
  return isKept
}
