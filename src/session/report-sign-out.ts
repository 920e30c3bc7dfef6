import type { ReportToServer } from './end-at-server.ts'
import type { Tokens } from './tokens/token-vault.ts'

/** Ends an abandoned session at the server: now, or at the next contact. */
export async function endSessionAtServer(tokens: Tokens): Promise<void> {
  const reportToServer = await noteSignOut(tokens)
  await reportToServer?.(new AbortController().signal)
}

/** Reports sign-outs to the server, until a user signs in. */
export class SignOutReporter {
  #over = new AbortController()

  /** Notes a sign-out; resolves with a function that reports it to the server. */
  async note(tokens: Tokens): Promise<() => void> {
    const reportToServer = await noteSignOut(tokens)
    return () => void reportToServer?.(this.#over.signal)
  }
  /** Aborts reports in flight: they are sent at the next contact instead. */
  giveUp(): void {
    this.#over.abort()
    this.#over = new AbortController()
  }
}

/**
 * Notes on this device that a sign-out must be reported; resolves with a function that reports it. Null when the chunk
 * for that can't be loaded now: the session then ends at the server when it expires.
 */
function noteSignOut(tokens: Tokens): Promise<ReportToServer | null> {
  return import('./end-at-server.ts').then(
    ({ prepareEndAtServer }) => prepareEndAtServer(tokens),
    () => null,
  )
}
