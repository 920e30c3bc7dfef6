import { storeLock } from '#src/offline/outbox/entry/names.ts'
import type { OutboxPorts, Transactions } from '../ports.ts'

/** The page was frozen before a transaction had begun: the lock under which it was to be made may be another page's. */
class LockLost extends Error {
  override readonly name = 'LockLost'
}

/**
 * Does `work` under the lock of the two stores: shared by whoever adds or settles, alone by whoever makes them agree. The
 * store that it is given takes nothing once the lock is lost; `work` is then done anew, under the lock. So of all that
 * `work` writes there, only the last write may not be done twice. Mirror and witness know nothing of the lock: `work`
 * calls `mustHold` before it writes there after a wait. What must be done after that, lock or not, uses the store of the
 * ports.
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
