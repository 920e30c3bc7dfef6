import { QueryStore } from '#src/offline/query-storage/query-store.ts'
import { importSealKey, sealerWith } from '#src/seal/sealer.ts'

const ANSWER_SIZE = 100_000

/** Stores this many MB of responses for a user, in addition to those that the app stores. */
async function fillStore(user: string, megabytes: number): Promise<void> {
  const sealer = sealerWith([await importSealKey('00000001', new Uint8Array(32).fill(1))])
  const store = new QueryStore(user, {
    sealer,
    now: () => Date.now(),
    onTrouble: (error) => {
      throw error
    },
  })
  const json = JSON.stringify('x'.repeat(ANSWER_SIZE))
  for (let at = 0; at < (megabytes * 1e6) / ANSWER_SIZE; at += 20) {
    const some = Array.from({ length: 20 }, (_, one) => ({ hash: `bench-${at + one}`, json, asOf: Date.now() }))
    if (!(await store.put(some))) throw new Error('the device keeps nothing')
  }
  store.close()
}

Object.assign(globalThis, { fillStore })
