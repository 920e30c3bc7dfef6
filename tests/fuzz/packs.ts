import type { Random } from '#server/demo/random.ts'
import type { FuzzedSite } from './fuzzed-site.ts'
import { uuid } from './headers.ts'
import type { MalformedRequest } from './malformed-request.ts'
import { placesChanged } from './tables-print.ts'

/** A refused request that wrote. */
export interface Written {
  readonly request: MalformedRequest
  readonly places: readonly string[]
}

export interface PackResult {
  /** Whether the pack was of refusals only in the end, so that what is kept could be compared. */
  readonly isCompared: boolean
  /** How many requests were sent in all. */
  readonly sent: number
  readonly written: readonly Written[]
}

const TRIES = 4
/** Also what is too much: it writes no more than any other. */
export const isRefused = (status: number) => status >= 400 && status < 500

/**
 * Sends refused requests again, and compares what is kept before and after. One that is not refused this time, for
 * the company has moved on, is left out and the others are sent once more.
 */
export async function replayPack(
  site: FuzzedSite,
  random: Random,
  pack: readonly MalformedRequest[],
): Promise<PackResult> {
  let left = pack
  let sent = 0
  for (let tried = 0; tried < TRIES && left.length > 0; tried++) {
    await site.ready()
    const again = left.map((request) => asNew(random, request))
    const before = await site.print()
    const statuses: number[] = []
    for (const request of again) statuses.push((await site.send(request)).status)
    sent += again.length
    if (statuses.every(isRefused)) {
      const changed = placesChanged(before, await site.print())
      return {
        isCompared: true,
        sent,
        written: changed.length === 0 ? [] : await findWriters(site, random, left, changed),
      }
    }
    left = left.filter((_, at) => isRefused(statuses[at] ?? 0))
  }
  return { isCompared: false, sent, written: [] }
}

/** Which of a pack wrote, one by one; the first stands for all when none does so alone. */
async function findWriters(
  site: FuzzedSite,
  random: Random,
  pack: readonly MalformedRequest[],
  changed: readonly string[],
): Promise<readonly Written[]> {
  const written: Written[] = []
  for (const request of pack) {
    const places = await placesWritten(site, asNew(random, request))
    if (places.length > 0) written.push({ request, places })
  }
  const [first] = pack
  return written.length > 0 || !first ? written : [{ request: first, places: changed }]
}

/** Where a refused request writes when it is sent; nowhere for one that is not refused. */
export async function placesWritten(site: FuzzedSite, request: MalformedRequest): Promise<readonly string[]> {
  await site.ready()
  const before = await site.print()
  const { status } = await site.send(request)
  return isRefused(status) ? placesChanged(before, await site.print()) : []
}

const KEY = 'idempotency-key'

/**
 * The same under a key that was not answered yet. A form has none then: of one that has a key the files stay,
 * for the same change may come again and name them.
 */
function asNew(random: Random, request: MalformedRequest): MalformedRequest {
  const { [KEY]: key, ...others } = request.headers
  if (key === undefined || !/^"?[0-9a-f-]{36}"?$/i.test(key)) return request
  const isForm = others['content-type']?.startsWith('multipart/') ?? false
  return { ...request, headers: isForm ? others : { ...others, [KEY]: `"${uuid(random)}"` } }
}
