import type { TellServer } from './end-at-server.ts'
import type { Tokens } from './tokens/token-vault.ts'

/** Ends a session that no one is to go on with at the server: now, or at the next contact. */
export async function endSession(tokens: Tokens): Promise<void> {
  const tellServer = await noteSignOut(tokens)
  await tellServer?.(new AbortController().signal)
}

/** Tells the server of sign-outs, until another user signs in. */
export class Leaving {
  #over = new AbortController()

  /** Notes a sign-out; answers how to tell the server of it. */
  async note(tokens: Tokens): Promise<() => void> {
    const tellServer = await noteSignOut(tokens)
    return () => void tellServer?.(this.#over.signal)
  }
  /** The server is told at the next contact instead. */
  giveUp(): void {
    this.#over.abort()
    this.#over = new AbortController()
  }
}

/**
 * Notes on this device that the server must be told of a sign-out; answers how to tell it. Null where the part that can do
 * so can't be had now: then the server ends the session by its age.
 */
function noteSignOut(tokens: Tokens): Promise<TellServer | null> {
  return import('./end-at-server.ts').then(
    ({ noteToEndAtServer }) => noteToEndAtServer(tokens),
    () => null,
  )
}
