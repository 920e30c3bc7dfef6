import type { IDBPTransaction } from 'idb'
import type { Connection } from '#src/browser/connection.ts'
import type { AnswerUse, SealedAnswer, StoreSchema } from './store-opening.ts'

type Db = Connection<StoreSchema>

/**
 * Milliseconds. A stored answer that is further than this in the future was stored under a wrong clock. It must not
 * block newer answers forever.
 */
const CLOCK_SLACK_MS = 60_000

/**
 * A sealed answer to write. It is sealed before the transaction, because a transaction can only wait for its own
 * requests.
 */
export interface SealedWrite {
  readonly row: SealedAnswer
  /** See `AnswerUse.size`. */
  readonly size: number
}

export interface AnswerWrites {
  readonly answers?: readonly SealedWrite[]
  /** Hashes of the answers to delete. */
  readonly dropped?: readonly string[]
  /** Replaces stored answers even if they are newer. */
  readonly overwritesNewer?: boolean
}

/** Starts all tasks, even after one throws synchronously, so that no failure goes unnoticed. */
const startAll = (...works: readonly (() => Promise<unknown>)[]) => Promise.all(works.map(async (work) => work()))

/** Whether the stored answer is newer than `asOf`, unless it was stored under a wrong clock. */
const isNewer = (stored: AnswerUse, asOf: number, now: number) =>
  stored.asOf > asOf && stored.asOf <= now + CLOCK_SLACK_MS

const NAMES: ('answers' | 'uses' | 'clear')[] = ['answers', 'uses', 'clear']
type Tx<Mode extends IDBTransactionMode> = IDBPTransaction<StoreSchema, typeof NAMES, Mode>

/** The rows under a hash: the sealed answer and the unsealed one of an older version of the app. */
export function readRows(db: Db, hash: string) {
  return db.run(['answers', 'clear'], 'readonly', (tx) =>
    Promise.all([tx.objectStore('answers').get(hash), tx.objectStore('clear').get(hash)]),
  )
}

async function writeOne(
  tx: Tx<'readwrite'>,
  { row, size }: SealedWrite,
  now: number,
  overwritesNewer: boolean,
): Promise<void> {
  const { hash, asOf, needs } = row
  const stored = overwritesNewer ? undefined : await tx.objectStore('uses').get(hash)
  if (stored && isNewer(stored, asOf, now)) return
  await startAll(
    () => tx.objectStore('answers').put(row),
    () => tx.objectStore('uses').put({ hash, usedAt: now, asOf, size, ...(needs && { needs }) }),
    () => tx.objectStore('clear').delete(hash),
  )
}

/** Updates the time of last use. It neither restores answers that were deleted meanwhile nor changes replaced ones. */
export function noteUses(db: Db, hashes: readonly string[], now: number): Promise<void> {
  return db.run(['uses'], 'readwrite', async (tx) => {
    const uses = tx.objectStore('uses')
    const note = async (hash: string) => {
      const use = await uses.get(hash)
      if (use) await uses.put({ ...use, usedAt: now })
    }
    await Promise.all(hashes.map(note))
  })
}

/** Writes and deletes answers, all or nothing. */
export function writeAnswers(
  db: Db,
  { answers = [], dropped = [], overwritesNewer = false }: AnswerWrites,
  now: number,
): Promise<void> {
  return db.run(NAMES, 'readwrite', async (tx) => {
    await Promise.all([
      ...answers.map((answer) => writeOne(tx, answer, now, overwritesNewer)),
      ...dropped.flatMap((hash) => NAMES.map((name) => tx.objectStore(name).delete(hash))),
    ])
  })
}
