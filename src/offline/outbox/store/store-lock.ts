import { storeLock } from '#src/offline/outbox/entry/names.ts'
import type { OutboxPorts, Transactions } from '../ports.ts'

/** The page was frozen before a transaction began: another page may have the lock that the transaction needs. */
class LockLost extends Error {
  override readonly name = 'LockLost'
}

/**
 * Runs `work` under the lock of both copies: shared to add or settle entries, exclusive to reconcile them. Once the
 * lock is lost, the store passed to `work` rejects everything, and `work` starts over under the lock. So every write to
 * that store except the last may run twice and must be repeatable. The mirror and the loss marker know nothing of the
 * lock: after a wait, `work` calls `mustHold` before it writes to them. Writes that must happen even without the lock
 * use the store of the ports.
 */
export async function underStoreLock<T>(
  { store, locks }: Pick<OutboxPorts, 'store' | 'locks'>,
  user: string,
  mode: 'exclusive' | 'shared',
  work: (store: Transactions, mustHold: () => void) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await locks.hold(storeLock(user), mode, (lost) => {
        const mustHold = () => {
          if (lost.aborted) throw new LockLost('another page may have the lock by now')
        }
        return work(whileHeld(store, mustHold), mustHold)
      })
    } catch (error) {
      if (!(error instanceof LockLost)) throw error
    }
  }
}

function whileHeld(store: Transactions, mustHold: () => void): Transactions {
  const heldBy = <Tx, T>(work: (tx: Tx) => Promise<T>) => {
    return async (tx: Tx) => {
      mustHold()
      return work(tx)
    }
  }
  return { read: (work) => store.read(heldBy(work)), write: (work) => store.write(heldBy(work)) }
}
