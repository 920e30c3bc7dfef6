import { hashKey, type QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Page } from '#contract/wire/page.ts'
import { currentPersister, type QueryPersister } from './query-persister.ts'

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
  /**
   * The position of the server's changes (`syncPosition`) from before its first page was fetched. Absent in lists whose
   * changed rows the server does not send.
   */
  position: z.optional(z.string()),
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

/** The hash of the rows that changed since the copy of this generation was fetched. */
export const changedHash = (key: QueryKey, { generation }: ListCopy) => hashKey([...key, 'kept', generation, 'changed'])

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

/** Drops the pages of a list from memory. */
export function forgetPages(queryKey: QueryKey): void {
  const persister = currentPersister()
  if (persister !== null) pageCaches.get(persister)?.delete(headHash(queryKey))
}

/** Reads a page by its index from 0, with its rows and the address of the next page; null when it can't be read. */
export type ReadPage<Row> = (at: number) => Promise<Page<Row> | null>

/** Reads the pages of a copy as they were fetched. `unpack` checks a stored page; null when it is invalid. */
export function storedPages<Row>(
  queryKey: QueryKey,
  found: ListCopy,
  unpack: (stored: unknown) => Page<Row> | null,
): ReadPage<Row> {
  const persister = currentPersister()
  const hashes = pageHashes(queryKey, found)
  const pages = persister && pagesInMemory(persister, headHash(queryKey), hashes)
  return async (at: number) => {
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
}
