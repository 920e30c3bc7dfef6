import { holdLock } from '#src/browser/web-lock.ts'
import { REFRESH_LOCK } from '../session-ports.ts'
import { indexedDbKeyVault } from './key-vault.ts'
import { claimsOf } from './token-claims.ts'
import { indexedDbVault, updateTokens } from './token-vault.ts'
import type { WorkerSessionPorts } from './worker-session.ts'

/** The real ports, in a worker. */
export function workerSessionPorts(cookies: WorkerSessionPorts['cookies']): WorkerSessionPorts {
  return {
    vault: indexedDbVault,
    keys: indexedDbKeyVault,
    renewTokens: ({ access }) =>
      updateTokens((before) =>
        before && claimsOf(before.access)?.sid === claimsOf(access)?.sid ? { ...before, access } : undefined,
      ),
    cookies,
    runExclusively: (work) => holdLock(navigator.locks, REFRESH_LOCK, 'exclusive', work),
    now: () => Date.now(),
  }
}
