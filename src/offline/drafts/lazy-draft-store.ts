import type { Sealer } from '#src/seal/sealer.ts'
import { loadChunk } from '#src/session/load-chunk.ts'
import type { DraftStore } from './draft-store.ts'

/**
 * A draft store whose module is loaded at first use, so that no page waits for it. If the module can't be loaded, the
 * call rejects with an `ApiError` of kind `network`, and the next call tries again.
 */
export function lazyDraftStore(user: string, sealer: Sealer): DraftStore {
  let loading: Promise<DraftStore> | null = null
  const store = () => {
    loading ??= loadChunk(() => import('./draft-store.ts'))
      .then(({ idbDraftStore }) => idbDraftStore(user, sealer))
      .catch((error: unknown) => {
        loading = null
        throw error
      })
    return loading
  }
  return {
    all: async () => (await store()).all(),
    prepare(draft) {
      const preparing = store().then(({ prepare }) => prepare(draft))
      // The error rejects the write instead.
      preparing.catch(() => undefined)
      return async () => (await preparing)()
    },
    remove: async (id) => (await store()).remove(id),
    forgetMatching: async (isOver) => (await store()).forgetMatching(isOver),
  }
}
