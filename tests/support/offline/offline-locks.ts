import type { Locks } from '#src/offline/outbox/ports.ts'
import type { FakeTab } from './offline-device.ts'

interface LockRequest {
  readonly mode: 'exclusive' | 'shared'
  readonly grant: () => void
}
/** The locks of one browser. Granted in order, shared ones together. A dead or frozen tab loses its locks. */
export class FakeLocks {
  readonly #held = new Map<string, Set<LockRequest>>()
  readonly #queues = new Map<string, LockRequest[]>()

  forTab(tab: FakeTab): Locks {
    return {
      hold: async (name, mode, work, signal) => {
        for (;;) {
          // A dead tab does not queue, nor does one that died after it had lost the lock.
          if (!tab.isAlive) await tab.checkpoint()
          const lost = new AbortController()
          const { isGranted, leave } = this.#enqueue(tab, name, mode, signal)
          const isFrozen = new Promise<void>((resolve) => lost.signal.addEventListener('abort', () => resolve()))
          const stopListening = tab.onFreeze(() => {
            leave()
            lost.abort()
          })
          try {
            await Promise.race([isGranted, isFrozen])
            await tab.checkpoint()
            // If the tab was frozen before its work began, it queues again.
            if (!lost.signal.aborted) return await work(lost.signal)
          } finally {
            stopListening()
            if (tab.isAlive) leave()
          }
        }
      },
    }
  }
  /** Queues for the lock. `isGranted` rejects if `signal` is aborted before the lock is granted. */
  #enqueue(tab: FakeTab, name: string, mode: LockRequest['mode'], signal: AbortSignal | undefined) {
    const { promise: isGranted, resolve, reject } = Promise.withResolvers<void>()
    const lockRequest: LockRequest = { mode, grant: resolve }
    const queue = this.#queues.get(name) ?? []
    this.#queues.set(name, [...queue, lockRequest])
    const leave = () => {
      this.#held.get(name)?.delete(lockRequest)
      this.#queues.set(
        name,
        (this.#queues.get(name) ?? []).filter((other) => other !== lockRequest),
      )
      this.#grant(name)
    }
    tab.onEnd(leave)
    const giveUp = () => {
      if (!this.#held.get(name)?.has(lockRequest)) {
        leave()
        reject(new DOMException('called off', 'AbortError'))
      }
    }
    if (signal?.aborted) giveUp()
    signal?.addEventListener('abort', giveUp)
    this.#grant(name)
    return { isGranted, leave }
  }
  #grant(name: string): void {
    const held = this.#held.get(name) ?? new Set()
    this.#held.set(name, held)
    const queue = this.#queues.get(name) ?? []
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      const isFree = held.size === 0 || (first.mode === 'shared' && [...held].every(({ mode }) => mode === 'shared'))
      if (!isFree) break
      queue.shift()
      held.add(first)
      first.grant()
    }
  }
}

/** Locks that the test takes away with `take`. The work under the lock continues, as in a page that was frozen. */
export function locksThatCanBeLost() {
  const holds: AbortController[] = []
  const locks: Locks = {
    hold: (_name, _mode, work) => {
      const lost = new AbortController()
      holds.push(lost)
      return work(lost.signal)
    },
  }
  return { locks, holds, take: () => holds.at(-1)?.abort() }
}
