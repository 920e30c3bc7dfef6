import type { Sealer } from '#src/seal/sealer.ts'
import type { DraftStore } from './draft-store.ts'

/**
 * The drafts of one person, kept by what is loaded with the first look: no page waits for it to be drawn. Where it can't be
 * loaded its methods reject, and the next one tries again.
 */
export function lateDraftStore(user: string, sealer: Sealer): DraftStore {
  let loading: Promise<DraftStore> | null = null
  const store = () => {
    loading ??= import('./draft-store.ts')
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
      const begun = store().then(({ prepare }) => prepare(draft))
      // Who writes hears of it.
      begun.catch(() => undefined)
      return async () => (await begun)()
    },
    remove: async (id) => (await store()).remove(id),
    forget: async (isOver) => (await store()).forget(isOver),
  }
}
