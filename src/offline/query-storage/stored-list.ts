import { hashKey, type QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Page } from '#contract/wire/page.ts'
import type { ListData } from '#src/offline/reading/list-pages.ts'
import type { QueryData } from '#src/offline/reading/query-data.ts'
import { currentPersister, type QueryPersister } from './query-persister.ts'

/**
 * A list that the device keeps to its end: in pages, each a record of its own, so that neither writing nor reading it ever
 * costs more at once than a page does, however long the list is. A newer copy is written beside the one that stands and
 * takes its place when it is whole; one that was broken off goes on where it was.
 */
export interface StoredList<Row> {
  /** The age of its oldest page, in milliseconds since 1970. */
  readonly asOf: number
  /** Rows of the whole list, as the server counted them. */
  readonly count: number
  readonly pages: number
  /** False for a first copy that is not through yet. */
  readonly isWhole: boolean
  /** A page's rows, from 0, and where the server would go on; null when it can't be read. */
  readonly page: (at: number) => Promise<Page<Row> | null>
}

/** What is known of a copy: how many pages of which generation, where it goes on (null: nowhere), and when it was begun. */
const copy = z.object({
  generation: z.int(),
  pages: z.int(),
  rows: z.int(),
  count: z.int(),
  next: z.nullable(z.string()),
  begunAt: z.number(),
  /** Of each page; absent in what older versions of the app kept. */
  notes: z.optional(
    z.array(
      z.object({
        /** In which it is kept: a page that has not changed since is not written again. */
        generation: z.int(),
        etag: z.optional(z.string()),
        rows: z.int(),
        count: z.int(),
        next: z.nullable(z.string()),
      }),
    ),
  ),
})
export type ListCopy = z.output<typeof copy> & { readonly asOf: number }
export type PageNote = NonNullable<ListCopy['notes']>[number]

export const headHash = (key: QueryKey) => hashKey([...key, 'kept'])
export const nextHash = (key: QueryKey) => hashKey([...key, 'kept', 'next'])
export const pageHash = (key: QueryKey, generation: number, at: number) => hashKey([...key, 'kept', generation, at])

export const pageHashes = (key: QueryKey, { generation, pages, notes = [] }: ListCopy) =>
  Array.from({ length: pages }, (_, at) => pageHash(key, notes[at]?.generation ?? generation, at))

export async function readCopy(hash: string): Promise<ListCopy | null> {
  const answer = await currentPersister()?.readAnswer(hash)
  const parsed = copy.safeParse(answer?.json)
  return answer && parsed.success ? { ...parsed.data, asOf: answer.asOf } : null
}

/**
 * Pages that somebody needed, by list and by where each is kept: another order of the same rows then costs no reading, and
 * neither does a newer copy in which they are the same. They go with their person.
 */
const pageCaches = new WeakMap<QueryPersister, Map<string, Map<string, Page<unknown>>>>()

function pagesInMemory(keeper: QueryPersister, head: string, hashes: readonly string[]): Map<string, Page<unknown>> {
  const lists = pageCaches.get(keeper) ?? new Map<string, Map<string, Page<unknown>>>()
  pageCaches.set(keeper, lists)
  const pages = new Map([...(lists.get(head) ?? [])].filter(([hash]) => hashes.includes(hash)))
  lists.set(head, pages)
  return pages
}

/** The copy that the device keeps of a list (`unpack` judges a stored page: null for a bad one), the one that is on its way if there is no other; null for none. */
export async function storedList<Row>(
  queryKey: QueryKey,
  unpack: (kept: unknown) => Page<Row> | null,
): Promise<StoredList<Row> | null> {
  const whole = await readCopy(headHash(queryKey))
  const found = whole ?? (await readCopy(nextHash(queryKey)))
  if (found === null || found.pages === 0) return null
  const keeper = currentPersister()
  const hashes = pageHashes(queryKey, found)
  const pages = keeper && pagesInMemory(keeper, headHash(queryKey), hashes)
  const page = async (at: number) => {
    // Somebody else's device by now, or nobody's.
    if (keeper === null || currentPersister() !== keeper) return null
    const hash = hashes[at] ?? ''
    const here = pages?.get(hash)
    // What `unpack` has judged once: this map is of one list.
    if (here) return here as Page<Row>
    const answer = await keeper.readAnswer(hash)
    const read = answer ? unpack(answer.json) : null
    if (read !== null) pages?.set(hash, read)
    return read
  }
  return { asOf: found.asOf, count: found.count, pages: found.pages, isWhole: whole !== null, page }
}

/** When the server gave the oldest page of a whole copy; null while there is none, or a page of it was pushed out. */
export async function storedListAge(queryKey: QueryKey): Promise<number | null> {
  const whole = await readCopy(headHash(queryKey))
  if (whole === null) return null
  const ages = (await currentPersister()?.agesOf(pageHashes(queryKey, whole))) ?? [null]
  return ages.every((age) => age !== null) ? whole.asOf : null
}

/** Takes a list off the device, however much of it is kept: the server refuses it to this person. */
export async function dropStoredList(queryKey: QueryKey): Promise<void> {
  const keeper = currentPersister()
  if (keeper !== null) pageCaches.get(keeper)?.delete(headHash(queryKey))
  const copies = await Promise.all([headHash(queryKey), nextHash(queryKey)].map(readCopy))
  const pages = copies.flatMap((one) => (one === null ? [] : pageHashes(queryKey, one)))
  await currentPersister()?.exchange([], [hashKey(queryKey), headHash(queryKey), nextHash(queryKey), ...pages])
}

/** The beginning of a list from the copy that is kept to its end, if that is younger than `asOf`; null if it is not. */
export async function storedBeginning<Row>(
  kept: StoredList<Row> | null,
  asOf: number,
): Promise<QueryData<ListData<Row>> | null> {
  const first = kept !== null && kept.asOf > asOf ? await kept.page(0) : null
  if (kept === null || first === null) return null
  const data = { rows: first.results, count: kept.count, next: first.next }
  return { data, asOf: kept.asOf, source: 'cache', isDerived: true }
}
