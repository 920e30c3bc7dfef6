import type { EventOf } from '#contract/wire/endpoint.ts'
import { MAX_LISTS, pageEndpoints } from '#contract/wire/pages.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Credentials } from '#src/api/call.ts'
import { readEvents } from '#src/api/read-events.ts'
import { isRefusal } from '#src/offline/reading/reading-state.ts'
import { CopyWriter, type ListToStore, type StoreListOptions } from './store-list.ts'
import type { WholeList } from './whole-list.ts'

/** A list to store, and how its pages are requested and checked. */
export interface ListToStream extends ListToStore {
  readonly whole: Pick<WholeList, 'pageAddress' | 'unpack'>
  readonly options: StoreListOptions
}

type PageEvent = EventOf<typeof pageEndpoints.stream>

/** How a list ended: stored to its end, refused by the server, or not stored: no space, or another user. */
export type ListEnd = 'stored' | 'full' | ApiError

interface StreamOptions<List> {
  readonly credentials: Credentials
  readonly signal: AbortSignal
  readonly onEnd: (list: List, end: ListEnd) => void | Promise<void>
}

/**
 * Fetches all pages of lists in few responses, and stores each page as it arrives. `onEnd` is told how each list ended.
 * Lists without an end must continue after their stored pages: the session was over, or the server failed. Throws an
 * `ApiError` when the stream can't be opened or breaks off, the signal's reason, and the errors of the storage.
 */
export async function streamLists<List extends ListToStream>(
  lists: readonly List[],
  options: StreamOptions<List>,
): Promise<void> {
  for (let at = 0; at < lists.length; at += MAX_LISTS) {
    const writing: Writing<List>[] = []
    for (const list of lists.slice(at, at + MAX_LISTS)) {
      const writer = await CopyWriter.begin(list, list.options)
      // An earlier page ended after it had stored the last page of the list.
      if (writer.isComplete) await options.onEnd(list, (await writer.finish()) ? 'stored' : 'full')
      else writing.push({ list, writer })
    }
    if (writing.length > 0) await readPages(writing, options)
  }
}

interface Writing<List> {
  readonly list: List
  readonly writer: CopyWriter
}

async function readPages<List extends ListToStream>(
  writing: readonly Writing<List>[],
  { credentials, signal, onEnd }: StreamOptions<List>,
): Promise<void> {
  const ended = new Set<number>()
  // The server may have read a page long before it is stored here.
  const asOf = Date.now()
  const take = async (event: PageEvent): Promise<void> => {
    signal.throwIfAborted()
    const at = event.data.list
    const one = writing[at]
    if (one === undefined || ended.has(at)) return
    const end = event.event === 'refused' ? refusal(event.data.status) : await addPage(one, event.data, asOf)
    if (end === null) return
    ended.add(at)
    if (!(end instanceof ApiError) || isRefusal(end)) await onEnd(one.list, end)
  }
  let trouble: { readonly error: unknown } | null = null
  const takeAll = async (events: readonly PageEvent[]) => {
    try {
      for (const event of events) await take(event)
    } catch (error) {
      trouble = { error }
      throw error
    }
  }
  const lists = writing.map(({ list, writer }) => list.whole.pageAddress(writer.next)).join(' ')
  try {
    await readAsSession(credentials, (token) =>
      readEvents(pageEndpoints.stream, {
        token,
        lastEventId: null,
        query: { lists },
        signal,
        onOpen: () => undefined,
        onEvents: takeAll,
      }),
    )
  } catch (error) {
    // `readEvents` takes every error for one of the network.
    throw (trouble as { readonly error: unknown } | null)?.error ?? error
  }
}

const refusal = (status: number) => new ApiError('status', { status })

/** Stores a page. Returns how the list ended; null if more pages follow. */
async function addPage(
  { list, writer }: Writing<ListToStream>,
  { page, etag }: Extract<PageEvent, { readonly event: 'page' }>['data'],
  asOf: number,
): Promise<ListEnd | null> {
  const data = list.whole.unpack(page)
  if (data === null) return new ApiError('not_ours')
  // As for a single page: strong tags are not used.
  const tagged = etag?.startsWith('W/') ? { lastResponse: { data, etag } } : {}
  const isStored = await writer.add({ data, asOf, source: 'network', ...tagged })
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
