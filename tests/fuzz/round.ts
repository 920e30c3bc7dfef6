import { randomFrom } from '#server/demo/random.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { type FuzzedSite, openFuzzedSite } from './fuzzed-site.ts'
import { promiseBroken } from './judge.ts'
import { type MalformedRequest, malformedRequest } from './malformed-request.ts'
import { isRefused, placesWritten, replayPack } from './packs.ts'
import { smallest } from './smallest.ts'
import type { Tally } from './tally.ts'

/** Of each round's own server: what was written in it never grows large. */
export const ROUND_REQUESTS = 2000
const PACK = 60

/** A stream has no end to wait for. */
const FUZZED = allEndpoints.filter(({ events }) => events === undefined)

export interface Round {
  readonly seed: string
  /** From 1. */
  readonly number: number
  readonly requests: number
}

/** Sends malformed requests to a server of their own, and the refused ones again in packs; adds to the tally. */
export async function fuzzRound({ seed, number, requests }: Round, tally: Tally): Promise<void> {
  const random = randomFrom(`${seed}/${number}`)
  const site = await openFuzzedSite(random.branch('company'))
  const pack: MalformedRequest[] = []
  try {
    for (let made = 0; made < requests; made++) {
      const request = malformedRequest(random, FUZZED)
      const answer = await site.send(request)
      tally.answered(request, answer)
      const broken = await promiseBroken(site, request, answer)
      if (broken !== null)
        tally.broke({
          promise: broken,
          round: number,
          request: await shrunk(site, request, broken),
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

async function shrunk(site: FuzzedSite, request: MalformedRequest, broken: string): Promise<MalformedRequest> {
  // What takes long is not asked a hundred times.
  if (broken.startsWith('an answer took')) return request
  return smallest(request, async (less) => (await promiseBroken(site, less, await site.send(less))) === broken)
}

async function replay(
  site: FuzzedSite,
  number: number,
  pack: readonly MalformedRequest[],
  tally: Tally,
): Promise<void> {
  const result = await replayPack(site, randomFrom(`pack of ${number}`), pack)
  tally.replayed(result)
  for (const { request, places } of result.written) {
    const less = await smallest(request, async (one) => (await placesWritten(site, one)).length > 0)
    tally.broke({
      promise: `a refused request wrote into ${places.join(', ')}`,
      round: number,
      request: less,
      answer: '',
    })
  }
}
