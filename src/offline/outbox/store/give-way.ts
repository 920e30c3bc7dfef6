import type { Mirror, Store } from '../ports.ts'

/** Runs a write again after something else has given way to it. */
export type WithRoom = <T>(work: () => Promise<T>) => Promise<T>

/**
 * The first copy, with a second attempt of each transaction on a full disk. The failed one was rolled back, and `work`
 * runs from its beginning, so it also notices a lock that was lost meanwhile.
 */
export function storeWithRoom(store: Store, withRoom: WithRoom): Store {
  return { ...store, write: (work) => withRoom(() => store.write(work)) }
}

/**
 * The second copy likewise. A second attempt writes the same under the same name. `onKept` is called when an entry is in
 * the second copy: it then has its space.
 */
export function mirrorWithRoom(mirror: Mirror, withRoom: WithRoom, onKept: () => void = () => undefined): Mirror {
  return {
    ...mirror,
    async put(entry) {
      await withRoom(() => mirror.put(entry))
      onKept()
    },
    putFile: (id, bytes) => withRoom(() => mirror.putFile(id, bytes)),
  }
}
