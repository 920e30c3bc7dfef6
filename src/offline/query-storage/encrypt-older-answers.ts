import type { Connection } from '#src/browser/connection.ts'
import { holdLockIfFree } from '#src/browser/web-lock.ts'
import { whenIdle } from '../when-idle.ts'
import { type AnswerSeal, DATA_VERSION } from './answer-seal.ts'
import type { StoreSchema, UnsealedAnswer } from './store-opening.ts'

/** About so much is sealed at once, in UTF-16 units: no more than one page of a whole list, which is read at once too. */
const BATCH_SIZE = 1_000_000

type Db = Connection<StoreSchema>

const idle = () => new Promise<void>((resolve) => whenIdle(resolve))

/** The hashes of what was kept, by last use, in batches. */
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

/** What chosen trucks paid was called by their plates, and what it is called stands in clear: it is asked for anew. */
const isNamedByPlates = (hash: string) => /^\["figures","tolls","-?\d+","/.test(hash)

async function sealBatch(db: Db, seal: AnswerSeal, hashes: readonly string[]): Promise<void> {
  const found = await db.run(['clear'], 'readonly', (tx) =>
    Promise.all(hashes.map((hash) => tx.objectStore('clear').get(hash))),
  )
  const readable = found.filter((one): one is UnsealedAnswer => one?.dataVersion === DATA_VERSION)
  const rows = await Promise.all(
    readable.filter(({ hash }) => !isNamedByPlates(hash)).map((answer) => seal.seal(answer)),
  )
  await db.run(['answers', 'uses', 'clear'], 'readwrite', async (tx) => {
    await Promise.all(hashes.filter(isNamedByPlates).map((hash) => tx.objectStore('uses').delete(hash)))
    await Promise.all(
      rows.map(async (row) => {
        // Replaced by a newer one meanwhile, or taken off the device.
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
    const left = await clear.getAllKeys()
    // What is not sealed has nothing but its use left.
    await Promise.all([clear.clear(), ...left.map((hash) => tx.objectStore('uses').delete(hash))])
  })
}

/**
 * Seals what a version of the app that did not seal has kept (`seal`), the last used first, whenever the page has nothing else
 * to do; what can't be read any more goes, and without `seal` all of it. Until its turn comes each is read as it lies there.
 * One tab does so, the others leave it alone.
 */
export async function sealUnsealedAnswers(
  db: Db,
  { userId, seal }: { readonly userId: string; readonly seal: AnswerSeal | null },
): Promise<void> {
  const work = () => (seal ? sealAll(db, seal) : dropUnsealed(db))
  // Over plain http a browser has none.
  const { locks } = navigator as { readonly locks?: LockManager }
  await (locks ? holdLockIfFree(locks, `haulyard-clear-${userId}`, work) : work())
}
