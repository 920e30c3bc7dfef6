import type { Random } from '#server/demo/random.ts'
import type { FuzzedSite } from './fuzzed-site.ts'
import { uuid } from './headers.ts'
import type { MalformedRequest } from './malformed-request.ts'
import { changedPlaces } from './tables-print.ts'

/** A refused request that changed stored data. */
export interface RefusedWrite {
  readonly request: MalformedRequest
  readonly places: readonly string[]
}

export interface PackResult {
  /** Whether all requests that were left in the pack were refused, so that the stored data was compared. */
  readonly isCompared: boolean
  /** The number of requests that were sent. */
  readonly sent: number
  readonly written: readonly RefusedWrite[]
}

const TRIES = 4
/** Includes 429: like every refusal, it must not write. */
export const isRefused = (status: number) => status >= 400 && status < 500

/**
 * Sends refused requests again and compares the stored data before and after. A request that is not refused this time,
 * because the company has changed, is left out, and the others are sent again.
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
    const again = left.map((request) => withNewKey(random, request))
    const before = await site.print()
    const statuses: number[] = []
    for (const request of again) statuses.push((await site.send(request)).status)
    sent += again.length
    if (statuses.every(isRefused)) {
      const changed = changedPlaces(before, await site.print())
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

/** Finds the requests of a pack that write, by sending each alone. If none writes alone, the first stands for all. */
async function findWriters(
  site: FuzzedSite,
  random: Random,
  pack: readonly MalformedRequest[],
  changed: readonly string[],
): Promise<readonly RefusedWrite[]> {
  const written: RefusedWrite[] = []
  for (const request of pack) {
    const places = await writtenPlaces(site, withNewKey(random, request))
    if (places.length > 0) written.push({ request, places })
  }
  const [first] = pack
  return written.length > 0 || !first ? written : [{ request: first, places: changed }]
}

/** Sends a request and returns the places to which it wrote; empty if the request is not refused. */
export async function writtenPlaces(site: FuzzedSite, request: MalformedRequest): Promise<readonly string[]> {
  await site.ready()
  const before = await site.print()
  const { status } = await site.send(request)
  return isRefused(status) ? changedPlaces(before, await site.print()) : []
}

const KEY = 'idempotency-key'

/**
 * The request under a new idempotency key. A form loses its key: the server keeps the files of a form with a key,
 * because the same change can be repeated and refer to them.
 */
function withNewKey(random: Random, request: MalformedRequest): MalformedRequest {
  const { [KEY]: key, ...others } = request.headers
  if (key === undefined || !/^"?[0-9a-f-]{36}"?$/i.test(key)) return request
  const isForm = others['content-type']?.startsWith('multipart/') ?? false
  return { ...request, headers: isForm ? others : { ...others, [KEY]: `"${uuid(random)}"` } }
}
