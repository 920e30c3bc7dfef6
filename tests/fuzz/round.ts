import { randomFrom } from '#server/demo/random.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { type FuzzedSite, openFuzzedSite } from './fuzzed-site.ts'
import { brokenPromise } from './judge.ts'
import { type MalformedRequest, malformedRequest } from './malformed-request.ts'
import { isRefused, replayPack, writtenPlaces } from './packs.ts'
import { smallestRequest } from './smallest-request.ts'
import type { Tally } from './tally.ts'

/** Requests in a round. Each round has its own server, so its data stays small. */
export const ROUND_REQUESTS = 2000
const PACK = 60

/** All calls except event streams, which do not end. */
const FUZZED = allEndpoints.filter(({ events }) => events === undefined)

export interface Round {
  readonly seed: string
  /** Starts at 1. */
  readonly number: number
  readonly requests: number
}

/** Sends malformed requests to a new server, then the refused ones again in packs. Adds the results to the tally. */
export async function fuzzRound({ seed, number, requests }: Round, tally: Tally): Promise<void> {
  const random = randomFrom(`${seed}/${number}`)
  const site = await openFuzzedSite(random.branch('company'))
  const pack: MalformedRequest[] = []
  try {
    for (let made = 0; made < requests; made++) {
      const request = malformedRequest(random, FUZZED)
      const answer = await site.send(request)
      tally.addAnswer(request, answer)
      const broken = await brokenPromise(site, request, answer)
      if (broken !== null)
        tally.addBreach({
          promise: broken,
          round: number,
          request: await shrink(site, request, broken),
          answer: answer.text,
        })
      if (isRefused(answer.status)) pack.push(request)
      if (pack.length === PACK) await replay(site, number, pack.splice(0), tally)
    }
    if (pack.length > 0) await replay(site, number, pack, tally)
  } finally {
    await site.close()
  }
}

async function shrink(site: FuzzedSite, request: MalformedRequest, broken: string): Promise<MalformedRequest> {
  // A slow request is not repeated a hundred times.
  if (broken.startsWith('an answer took')) return request
  return smallestRequest(request, async (less) => (await brokenPromise(site, less, await site.send(less))) === broken)
}

async function replay(
  site: FuzzedSite,
  number: number,
  pack: readonly MalformedRequest[],
  tally: Tally,
): Promise<void> {
  const result = await replayPack(site, randomFrom(`pack of ${number}`), pack)
  tally.addPack(result)
  for (const { request, places } of result.written) {
    const less = await smallestRequest(request, async (one) => (await writtenPlaces(site, one)).length > 0)
    tally.addBreach({
      promise: `a refused request wrote into ${places.join(', ')}`,
      round: number,
      request: less,
      answer: '',
    })
  }
}
