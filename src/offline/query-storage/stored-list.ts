import { hashKey, type QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Page } from '#contract/wire/page.ts'
import type { ListData } from '#src/offline/reading/list-pages.ts'
import type { QueryData } from '#src/offline/reading/query-data.ts'
import { currentPersister, type QueryPersister } from './query-persister.ts'

/**
 * The stored copy of a whole list. Each page is a record of its own, so that no single read or write handles more than
 * one page, however long the list is. A newer copy is written next to the complete one and replaces it once it is
 * complete, too. An interrupted copy is resumed.
 */
export interface StoredList<Row> {
  /** When the server sent its oldest page, in milliseconds since 1970. */
  readonly asOf: number
  /** Rows of the whole list, counted by the server. */
  readonly count: number
  readonly pages: number
  /** False for a first copy that is not complete. */
  readonly isWhole: boolean
  /** A page by its index from 0, with its rows and the address of the next page; null when it can't be read. */
  readonly page: (at: number) => Promise<Page<Row> | null>
}

/**
 * The stored head of a copy. `next`: address of its next page, null after the last. `begunAt`: milliseconds since 1970.
 */
const copy = z.object({
  generation: z.int(),
  pages: z.int(),
  rows: z.int(),
  count: z.int(),
  next: z.nullable(z.string()),
  begunAt: z.number(),
  /** One per page. Missing in copies stored by older versions of the app. */
  notes: z.optional(
    z.array(
      z.object({
        /** Under which the page is stored. An unchanged page keeps the generation of an earlier copy. */
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
 * Pages in memory, by list and by hash. Another sort order of the same rows then reads nothing from the device, and
 * neither does a newer copy with the same pages. They are dropped with the user's persister.
 */
const pageCaches = new WeakMap<QueryPersister, Map<string, Map<string, Page<unknown>>>>()

function pagesInMemory(persister: QueryPersister, head: string, hashes: readonly string[]): Map<string, Page<unknown>> {
  const lists = pageCaches.get(persister) ?? new Map<string, Map<string, Page<unknown>>>()
  pageCaches.set(persister, lists)
  const pages = new Map([...(lists.get(head) ?? [])].filter(([hash]) => hashes.includes(hash)))
  lists.set(head, pages)
  return pages
}

/**
 * The complete stored copy of a list, or the incomplete one if there is no other; null for none. `unpack` checks a
 * stored page and returns null for an invalid one.
 */
export async function storedList<Row>(
  queryKey: QueryKey,
  unpack: (stored: unknown) => Page<Row> | null,
): Promise<StoredList<Row> | null> {
  const whole = await readCopy(headHash(queryKey))
  const found = whole ?? (await readCopy(nextHash(queryKey)))
  if (found === null || found.pages === 0) return null
  const persister = currentPersister()
  const hashes = pageHashes(queryKey, found)
  const pages = persister && pagesInMemory(persister, headHash(queryKey), hashes)
  const page = async (at: number) => {
    // The user may have signed out, or another one signed in, meanwhile.
    if (persister === null || currentPersister() !== persister) return null
    const hash = hashes[at] ?? ''
    const inMemory = pages?.get(hash)
    // The map has pages of one list only, and `unpack` has checked them.
    if (inMemory) return inMemory as Page<Row>
    const answer = await persister.readAnswer(hash)
    const read = answer ? unpack(answer.json) : null
    if (read !== null) pages?.set(hash, read)
    return read
  }
  return { asOf: found.asOf, count: found.count, pages: found.pages, isWhole: whole !== null, page }
}

/**
 * When the server sent the oldest page of the complete copy, in milliseconds since 1970. Null when there is none, or
 * when one of its pages was evicted.
 */
export async function storedListAge(queryKey: QueryKey): Promise<number | null> {
  const whole = await readCopy(headHash(queryKey))
  if (whole === null) return null
  const ages = (await currentPersister()?.agesOf(pageHashes(queryKey, whole))) ?? [null]
  return ages.every((age) => age !== null) ? whole.asOf : null
}

/** Deletes all stored data of a list, because the server refuses it to this user. */
export async function dropStoredList(queryKey: QueryKey): Promise<void> {
  const persister = currentPersister()
  if (persister !== null) pageCaches.get(persister)?.delete(headHash(queryKey))
  const copies = await Promise.all([headHash(queryKey), nextHash(queryKey)].map(readCopy))
  const pages = copies.flatMap((found) => (found === null ? [] : pageHashes(queryKey, found)))
  await currentPersister()?.exchange([], [hashKey(queryKey), headHash(queryKey), nextHash(queryKey), ...pages])
}

/** The first page of a stored copy as a list, if the copy is newer than `asOf` (milliseconds since 1970); else null. */
export async function storedBeginning<Row>(
  stored: StoredList<Row> | null,
  asOf: number,
): Promise<QueryData<ListData<Row>> | null> {
  const first = stored !== null && stored.asOf > asOf ? await stored.page(0) : null
  if (stored === null || first === null) return null
  const data = { rows: first.results, count: stored.count, next: first.next }
  return { data, asOf: stored.asOf, source: 'cache', isDerived: true }
}
