import { vi } from 'vitest'

interface Gate {
  /** The browser answers from now on, and what it was asked meanwhile. */
  readonly open: () => void
}

/** A browser whose IndexedDB does not answer, as some do not after a crash. */
export function silentIndexedDb(): Gate {
  const whole = globalThis.indexedDB
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  /** A request that is made when the browser answers again: until then it only takes listeners. */
  const later = (ask: () => IDBOpenDBRequest): IDBOpenDBRequest => {
    let real: IDBOpenDBRequest | null = null
    const listeners: [string, EventListener][] = []
    void isOpen.then(() => {
      real = ask()
      for (const listener of listeners) real.addEventListener(...listener)
    })
    return new Proxy(Object.create(IDBOpenDBRequest.prototype), {
      get(_target, name) {
        if (name === 'addEventListener' && real === null)
          return (...listener: [string, EventListener]) => void listeners.push(listener)
        const part: unknown = real === null ? () => undefined : Reflect.get(real, name, real)
        return typeof part === 'function' ? part.bind(real) : part
      },
    })
  }
  vi.stubGlobal('indexedDB', {
    open: (name: string, version?: number) => later(() => whole.open(name, version)),
    deleteDatabase: (name: string) => later(() => whole.deleteDatabase(name)),
    databases: () => isOpen.then(() => whole.databases()),
  })
  return {
    open() {
      vi.stubGlobal('indexedDB', whole)
      open()
    },
  }
}
