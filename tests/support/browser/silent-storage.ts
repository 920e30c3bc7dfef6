import { vi } from 'vitest'

interface Gate {
  /** The browser responds from now on, also to the requests so far. */
  readonly open: () => void
}

/** An IndexedDB that does not respond, as in some browsers after a crash. */
export function silentIndexedDb(): Gate {
  const realIndexedDb = globalThis.indexedDB
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  /** A request that is made when the browser responds again. Until then it only collects listeners. */
  const deferred = (ask: () => IDBOpenDBRequest): IDBOpenDBRequest => {
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
    open: (name: string, version?: number) => deferred(() => realIndexedDb.open(name, version)),
    deleteDatabase: (name: string) => deferred(() => realIndexedDb.deleteDatabase(name)),
    databases: () => isOpen.then(() => realIndexedDb.databases()),
  })
  return {
    open() {
      vi.stubGlobal('indexedDB', realIndexedDb)
      open()
    },
  }
}
