import type { Locks } from '#src/offline/outbox/ports.ts'
import type { FakeTab } from './offline-device.ts'

interface Claim {
  readonly mode: 'exclusive' | 'shared'
  readonly grant: () => void
}
/** The locks of one browser: granted in line, shared ones together; those of a dead or frozen tab are let go. */
export class FakeLocks {
  readonly #held = new Map<string, Set<Claim>>()
  readonly #lines = new Map<string, Claim[]>()

  forTab(tab: FakeTab): Locks {
    return {
      hold: async (name, mode, work, signal) => {
        for (;;) {
          // A tab that has died takes no place in line, also when it had lost one before.
          if (!tab.isAlive) await tab.border()
          const lost = new AbortController()
          const { isGranted, leave } = this.#claim(tab, name, mode, signal)
          const isFrozen = new Promise<void>((resolve) => lost.signal.addEventListener('abort', () => resolve()))
          const stopListening = tab.onFreeze(() => {
            leave()
            lost.abort()
          })
          try {
            await Promise.race([isGranted, isFrozen])
            await tab.border()
            // Frozen before its work had begun: its turn is yet to come.
            if (!lost.signal.aborted) return await work(lost.signal)
          } finally {
            stopListening()
            if (tab.isAlive) leave()
          }
        }
      },
    }
  }
  /** Takes a place in line. `isGranted` rejects when `signal` is aborted before that. */
  #claim(tab: FakeTab, name: string, mode: Claim['mode'], signal: AbortSignal | undefined) {
    const { promise: isGranted, resolve, reject } = Promise.withResolvers<void>()
    const claim: Claim = { mode, grant: resolve }
    const line = this.#lines.get(name) ?? []
    this.#lines.set(name, [...line, claim])
    const leave = () => {
      this.#held.get(name)?.delete(claim)
      this.#lines.set(
        name,
        (this.#lines.get(name) ?? []).filter((other) => other !== claim),
      )
      this.#grant(name)
    }
    tab.onEnd(leave)
    const giveUp = () => {
      if (!this.#held.get(name)?.has(claim)) {
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
    const line = this.#lines.get(name) ?? []
    for (let first = line[0]; first !== undefined; first = line[0]) {
      const isFree = held.size === 0 || (first.mode === 'shared' && [...held].every(({ mode }) => mode === 'shared'))
      if (!isFree) break
      line.shift()
      held.add(first)
      first.grant()
    }
  }
}

/** A lock that is taken away when the test says so; what it is held for goes on, as in a page that was frozen. */
export function takenAway() {
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
