import type { IDBPTransaction } from 'idb'
import type { Connection } from '#src/browser/connection.ts'
import type { AnswerUse, SealedAnswer, StoreSchema } from './store-opening.ts'

type Db = Connection<StoreSchema>

/** An answer "from the future" was stored under a wrong clock; it must not bar newer ones for ever. */
const CLOCK_SLACK_MS = 60_000

/** An answer that is sealed already: a transaction waits for nothing but its own requests. */
export interface SealedWrite {
  readonly row: SealedAnswer
  /** As `Use` has it. */
  readonly size: number
}

export interface AnswerWrites {
  readonly answers?: readonly SealedWrite[]
  /** Hashes of what goes. */
  readonly dropped?: readonly string[]
  /** Whatever is there, also something newer. */
  readonly overwritesNewer?: boolean
}

/** Starts all, also after one that fails at once: none may end unheard. */
const startAll = (...works: readonly (() => Promise<unknown>)[]) => Promise.all(works.map(async (work) => work()))

/** Whether what is kept is newer than `asOf`, by a clock that may be right. */
const isNewer = (kept: AnswerUse, asOf: number, now: number) => kept.asOf > asOf && kept.asOf <= now + CLOCK_SLACK_MS

const NAMES: ('answers' | 'uses' | 'clear')[] = ['answers', 'uses', 'clear']
type Tx<Mode extends IDBTransactionMode> = IDBPTransaction<StoreSchema, typeof NAMES, Mode>

/** What is kept under a hash, sealed and in clear. */
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
  const known = overwritesNewer ? undefined : await tx.objectStore('uses').get(hash)
  if (known && isNewer(known, asOf, now)) return
  await startAll(
    () => tx.objectStore('answers').put(row),
    () => tx.objectStore('uses').put({ hash, usedAt: now, asOf, size, ...(needs && { needs }) }),
    () => tx.objectStore('clear').delete(hash),
  )
}

/** Notes that these are in use. What has gone meanwhile, or become another answer, stays so. */
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

/** Writes and drops, all or nothing. */
export function writeAnswers(
  db: Db,
  { answers = [], dropped = [], overwritesNewer = false }: AnswerWrites,
  now: number,
): Promise<void> {
  return db.run(NAMES, 'readwrite', async (tx) => {
    await Promise.all([
      ...answers.map((one) => writeOne(tx, one, now, overwritesNewer)),
      ...dropped.flatMap((hash) => NAMES.map((name) => tx.objectStore(name).delete(hash))),
    ])
  })
}
