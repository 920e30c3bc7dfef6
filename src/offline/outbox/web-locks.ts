import { holdLock } from '#src/browser/web-lock.ts'
import type { Locks } from './ports.ts'

/**
 * Web Locks, shared by all tabs. Browsers don't offer them over plain http: then the locks only cover this tab, and the
 * `Idempotency-Key` still protects when two tabs send the same entry at the same time.
 */
export function webLocks(manager: LockManager | undefined): Locks {
  const locks = manager ?? tabLocks()
  return { hold: (name, mode, work, signal) => holdLock(locks, name, mode, work, signal) }
}

/** Locks within one tab, first come, first served. Shared locks are held one at a time too; that only costs speed. */
function tabLocks(): Pick<LockManager, 'request'> {
  const queues = new Map<string, Promise<unknown>>()
  return {
    request(name: string, { signal }: LockOptions, work: () => Promise<unknown>) {
      const run = (queues.get(name) ?? Promise.resolve()).then(() => {
        signal?.throwIfAborted()
        return work()
      })
      queues.set(
        name,
        run.catch(() => undefined),
      )
      return run
    },
  } as Pick<LockManager, 'request'>
}
