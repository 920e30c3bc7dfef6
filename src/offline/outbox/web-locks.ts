import { holdLock } from '#src/browser/web-lock.ts'
import type { Locks } from './ports.ts'

/**
 * Web Locks, over all tabs. Over plain http a browser has none: then the locks hold within this tab, and against two tabs
 * that send the same entry at once there is still the key.
 */
export function webLocks(manager: LockManager | undefined): Locks {
  const lines = manager ?? tabLocks()
  return { hold: (name, mode, work, signal) => holdLock(lines, name, mode, work, signal) }
}

/** Locks of one tab, first come first served; shared ones are held one at a time too, which is merely slower. */
function tabLocks(): Pick<LockManager, 'request'> {
  const lines = new Map<string, Promise<unknown>>()
  return {
    request(name: string, { signal }: LockOptions, work: () => Promise<unknown>) {
      const turn = (lines.get(name) ?? Promise.resolve()).then(() => {
        signal?.throwIfAborted()
        return work()
      })
      lines.set(
        name,
        turn.catch(() => undefined),
      )
      return turn
    },
  } as Pick<LockManager, 'request'>
}
