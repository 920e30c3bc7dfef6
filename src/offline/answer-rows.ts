import type { IDBPTransaction } from 'idb'
import type { Connection } from '#src/browser/connection.ts'
import type { AnswerSeal, FoundAnswer } from './answer-seal.ts'
import type { SealedAnswer, StoreSchema, Use } from './store-opening.ts'

type Db = Connection<StoreSchema>

/** An answer "from the future" was stored under a wrong clock; it must not bar newer ones for ever. */
const CLOCK_SLACK_MS = 60_000

/** An answer that is sealed already: a transaction waits for nothing but its own requests. */
export interface Writable {
  readonly row: SealedAnswer
  /** As `Use` has it. */
  readonly size: number
}

export interface Writing {
  readonly answers?: readonly Writable[]
  /** Hashes of what goes. */
  readonly dropped?: readonly string[]
  /** Hashes of what stays, and is in use. */
  readonly used?: readonly string[]
  /** Whatever is there, also something newer. */
  readonly isSure?: boolean
}

/** An answer that is still so: its words, as the server gave them at `saidAt`, were confirmed at `asOf`. */
export type Confirmed = Pick<FoundAnswer, 'hash' | 'saidAt' | 'asOf'>

/** Starts all, also after one that fails at once: none may end unheard. */
const allOf = (...works: readonly (() => Promise<unknown>)[]) => Promise.all(works.map(async (work) => work()))

/** Whether what is kept is newer than `asOf`, by a clock that may be right. */
const isNewer = (kept: Use, asOf: number, now: number) => kept.asOf > asOf && kept.asOf <= now + CLOCK_SLACK_MS

const NAMES: ('answers' | 'uses' | 'clear')[] = ['answers', 'uses', 'clear']
type Tx<Mode extends IDBTransactionMode> = IDBPTransaction<StoreSchema, typeof NAMES, Mode>

/** All that is kept under a hash. */
export function rowsOf(db: Db, hash: string) {
  return db.run(NAMES, 'readonly', (tx) =>
    Promise.all([
      tx.objectStore('answers').get(hash),
      tx.objectStore('uses').get(hash),
      tx.objectStore('clear').get(hash),
    ]),
  )
}

async function writeOne(tx: Tx<'readwrite'>, { row, size }: Writable, now: number, isSure: boolean): Promise<void> {
  const { hash, asOf, needs, etag } = row
  const known = isSure ? undefined : await tx.objectStore('uses').get(hash)
  if (known && isNewer(known, asOf, now)) return
  const said = { asOf, ...(etag !== undefined && { etag }) }
  await allOf(
    () => tx.objectStore('answers').put(row),
    () => tx.objectStore('uses').put({ hash, usedAt: now, asOf, said, size, ...(needs && { needs }) }),
    () => tx.objectStore('clear').delete(hash),
  )
}

/** What has gone meanwhile stays so. */
async function noteUse(tx: Tx<'readwrite'>, hash: string, now: number): Promise<void> {
  const use = await tx.objectStore('uses').get(hash)
  if (use) await tx.objectStore('uses').put({ ...use, usedAt: now })
}

/** Writes, notes and drops, all or nothing. */
export function write(
  db: Db,
  { answers = [], dropped = [], used = [], isSure = false }: Writing,
  now: number,
): Promise<void> {
  return db.run(NAMES, 'readwrite', async (tx) => {
    await Promise.all([
      ...answers.map((one) => writeOne(tx, one, now, isSure)),
      ...used.map((hash) => noteUse(tx, hash, now)),
      ...dropped.flatMap((hash) => NAMES.map((name) => tx.objectStore(name).delete(hash))),
    ])
  })
}

/** Notes that what is kept was confirmed; answers the hashes of which it is noted. */
export async function confirm(db: Db, seal: AnswerSeal, answers: readonly Confirmed[], now: number): Promise<string[]> {
  const before = await db.run(['uses'], 'readonly', (tx) =>
    Promise.all(answers.map(({ hash }) => tx.objectStore('uses').get(hash))),
  )
  const sealed = await Promise.all(
    answers.map(async ({ hash, saidAt, asOf }, at) => {
      const { said, needs } = before[at] ?? {}
      const place = {
        hash,
        asOf: saidAt,
        ...(needs && { needs }),
        ...(said?.etag !== undefined && { etag: said.etag }),
      }
      return { hash, saidAt, asOf, confirmed: await seal.confirm(place, asOf) }
    }),
  )
  return db.run(['uses'], 'readwrite', async (tx) => {
    const uses = tx.objectStore('uses')
    const note = async ({ hash, saidAt, asOf, confirmed }: (typeof sealed)[number]) => {
      const use = await uses.get(hash)
      if (use?.said?.asOf !== saidAt) return []
      if (!isNewer(use, asOf, now)) await uses.put({ ...use, usedAt: now, asOf, confirmed })
      return [hash]
    }
    return (await Promise.all(sealed.map(note))).flat()
  })
}
