import type { Connection } from '#src/browser/connection.ts'
import { holdLockIfFree } from '#src/browser/web-lock.ts'
import { whenIdle } from '../when-idle.ts'
import { type AnswerSeal, DATA_VERSION } from './answer-seal.ts'
import type { StoreSchema, UnsealedAnswer } from './store-opening.ts'

/** Size of a batch in UTF-16 units. About one page of a stored list, which is also read in one step. */
const BATCH_SIZE = 1_000_000

type Db = Connection<StoreSchema>

const idle = () => new Promise<void>((resolve) => whenIdle(resolve))

/** The hashes of all stored answers in batches, the last used first. */
async function batchesOf(db: Db): Promise<readonly (readonly string[])[]> {
  const uses = await db.run(['uses'], 'readonly', (tx) => tx.objectStore('uses').getAll())
  const batches: string[][] = []
  let size = BATCH_SIZE
  for (const use of [...uses].sort((a, b) => b.usedAt - a.usedAt)) {
    size += use.size
    if (size > BATCH_SIZE) {
      batches.push([])
      size = use.size
    }
    batches.at(-1)?.push(use.hash)
  }
  return batches
}

/**
 * Tolls of chosen trucks were stored under a name with their plates, and names are unencrypted. They are deleted, and
 * refetched.
 */
const isNamedByPlates = (hash: string) => /^\["figures","tolls","-?\d+","/.test(hash)

async function sealBatch(db: Db, seal: AnswerSeal, hashes: readonly string[]): Promise<void> {
  const found = await db.run(['clear'], 'readonly', (tx) =>
    Promise.all(hashes.map((hash) => tx.objectStore('clear').get(hash))),
  )
  const readable = found.filter((answer): answer is UnsealedAnswer => answer?.dataVersion === DATA_VERSION)
  const rows = await Promise.all(
    readable.filter(({ hash }) => !isNamedByPlates(hash)).map((answer) => seal.seal(answer)),
  )
  await db.run(['answers', 'uses', 'clear'], 'readwrite', async (tx) => {
    await Promise.all(hashes.filter(isNamedByPlates).map((hash) => tx.objectStore('uses').delete(hash)))
    await Promise.all(
      rows.map(async (row) => {
        // Unless it was replaced by a newer one or deleted meanwhile.
        if ((await tx.objectStore('clear').getKey(row.hash)) !== undefined) await tx.objectStore('answers').put(row)
      }),
    )
    await Promise.all(hashes.map((hash) => tx.objectStore('clear').delete(hash)))
  })
}

async function sealAll(db: Db, seal: AnswerSeal): Promise<void> {
  for (const hashes of await batchesOf(db)) {
    await idle()
    await sealBatch(db, seal, hashes)
  }
  await dropUnsealed(db)
}

function dropUnsealed(db: Db): Promise<void> {
  return db.run(['uses', 'clear'], 'readwrite', async (tx) => {
    const clear = tx.objectStore('clear')
    const unsealedHashes = await clear.getAllKeys()
    // Unsealed answers are deleted with their rows in `uses`.
    await Promise.all([clear.clear(), ...unsealedHashes.map((hash) => tx.objectStore('uses').delete(hash))])
  })
}

/**
 * Seals the unsealed answers of an older version of the app while the page is idle, the last used first. Answers that
 * can no longer be read are deleted. Without a `seal`, all unsealed answers are deleted. Until an answer is sealed, it
 * is read unsealed. One tab does this; other tabs skip it.
 */
export async function sealOlderAnswers(
  db: Db,
  { userId, seal }: { readonly userId: string; readonly seal: AnswerSeal | null },
): Promise<void> {
  const work = () => (seal ? sealAll(db, seal) : dropUnsealed(db))
  // Browsers have no locks over plain http.
  const { locks } = navigator as { readonly locks?: LockManager }
  await (locks ? holdLockIfFree(locks, `haulyard-clear-${userId}`, work) : work())
}
