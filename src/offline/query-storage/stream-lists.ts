import type { EventOf } from '#contract/wire/endpoint.ts'
import { MAX_LISTS, pageEndpoints } from '#contract/wire/pages.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Credentials } from '#src/api/call.ts'
import { readEvents } from '#src/api/read-events.ts'
import { CopyWriter, type ListToStore, type StoreListOptions } from './store-list.ts'
import type { WholeList } from './whole-list.ts'

/** A list to store, and how its pages are requested and checked. */
export interface ListToStream extends ListToStore {
  readonly whole: Pick<WholeList, 'pageAddress' | 'unpack'>
  readonly options: StoreListOptions
}

type PageEvent = EventOf<typeof pageEndpoints.stream>

/** How a list ended: stored to its end, refused by the server, or not stored for lack of space. */
export type ListEnd = 'stored' | 'full' | ApiError

/**
 * Fetches all pages of lists in few responses, and stores each page as it arrives. `onEnd` is told how each list ended.
 * Throws an `ApiError` when the stream can't be opened or breaks off, and the signal's reason: lists without an end then
 * continue after their stored pages.
 */
export async function streamLists<List extends ListToStream>(
  lists: readonly List[],
  credentials: Credentials,
  signal: AbortSignal,
  onEnd: (list: List, end: ListEnd) => void | Promise<void>,
): Promise<void> {
  for (let at = 0; at < lists.length; at += MAX_LISTS) {
    const some = lists.slice(at, at + MAX_LISTS)
    const writers = await Promise.all(some.map((list) => CopyWriter.begin(list, list.options)))
    await readPages(some, writers, { credentials, signal, onEnd })
  }
}

interface ReadPagesOptions<List> {
  readonly credentials: Credentials
  readonly signal: AbortSignal
  readonly onEnd: (list: List, end: ListEnd) => void | Promise<void>
}

async function readPages<List extends ListToStream>(
  lists: readonly List[],
  writers: readonly CopyWriter[],
  { credentials, signal, onEnd }: ReadPagesOptions<List>,
): Promise<void> {
  const ended = new Set<number>()
  const take = async (event: PageEvent): Promise<void> => {
    const at = event.data.list
    const [list, writer] = [lists[at], writers[at]]
    if (list === undefined || writer === undefined || ended.has(at)) return
    const end = event.event === 'refused' ? refusal(event.data.status) : await addPage(list, writer, event.data)
    if (end === null) return
    ended.add(at)
    await onEnd(list, end)
  }
  await readAsSession(credentials, (token) =>
    readEvents(pageEndpoints.stream, {
      token,
      lastEventId: null,
      query: { lists: lists.map(({ whole }, at) => whole.pageAddress(writers[at]?.next ?? null)).join(' ') },
      signal,
      onOpen: () => undefined,
      onEvents: async (events) => {
        for (const event of events) await take(event)
      },
    }),
  )
}

const refusal = (status: number) => new ApiError('status', { status })

/** Stores a page. Returns how the list ended; null if more pages follow. */
async function addPage(
  { whole }: ListToStream,
  writer: CopyWriter,
  { page, etag }: Extract<PageEvent, { readonly event: 'page' }>['data'],
): Promise<ListEnd | null> {
  const data = whole.unpack(page)
  if (data === null) return new ApiError('not_ours')
  // As for a single page: strong tags are not used.
  const tagged = etag?.startsWith('W/') ? { lastResponse: { data, etag } } : {}
  const isStored = await writer.add({ data, asOf: Date.now(), source: 'network', ...tagged })
  if (!isStored) return 'full'
  return writer.isComplete ? 'stored' : null
}

/** Makes a request with the session's token; once more after a refresh. */
async function readAsSession(credentials: Credentials, read: (token: string) => Promise<unknown>): Promise<void> {
  const token = credentials.token()
  if (token === null) throw refusal(401)
  try {
    await read(token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const fresh = (await credentials.refresh(token)) === 'refreshed' ? credentials.token() : null
    if (fresh === null) throw error
    await read(fresh)
  }
}
