import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FeedFailure } from '#server/providers/feed-source.ts'
import type { Patience } from '#server/providers/http-feed/vendor-fetch.ts'
import { MOTIVE_PATIENCE } from '#server/providers/telematics/motive/motive-client.ts'
import { motiveTelematics } from '#server/providers/telematics/motive/motive-telematics.ts'
import type { TelematicsSource } from '#server/providers/telematics/telematics.ts'
import { type FakeMotive, fakeMotive } from '#tests/support/yard/fake-motive.ts'
import {
  HASTE,
  halting,
  hangingUp,
  hasteWith,
  patienceFor,
  responding,
  silent,
} from '#tests/support/yard/fake-vendor.ts'
import { aFix, aLocatedVehicle, aPeriod } from '#tests/support/yard/motive-records.ts'

const NOW = new Date('2026-11-21T18:00:00Z')
const DAYS = { first: '2026-11-20', last: '2026-11-20' }

let motive: FakeMotive
beforeEach(async () => {
  motive = await fakeMotive()
  motive.data.locations = [aLocatedVehicle(1)]
  motive.data.periods = [aPeriod(1, '2026-11-20T15:00:00Z')]
  motive.data.histories = new Map([[7, [aFix({ located_at: '2026-11-20T15:00:00Z' })]]])
})
afterEach(() => motive.close())

const source = (patience: Patience = HASTE) => motiveTelematics(motive.access, patience, () => NOW)
const calls: readonly [string, string, (source: TelematicsSource, signal: AbortSignal) => Promise<unknown>][] = [
  ['vehicle locations', '/v2/vehicle_locations', (source, signal) => source.vehicles(signal)],
  ['asset locations', '/v1/asset_locations', (source, signal) => source.assets(signal)],
  [
    'driving periods',
    '/v1/driving_periods',
    (source, signal) => source.drivingPeriods({ ...DAYS, drivers: [], vehicles: [], signal }),
  ],
  ['a vehicle’s history', '/v3/vehicle_locations/7', (source, signal) => source.vehicleHistory(7, { ...DAYS, signal })],
  ['an asset’s history', '/v1/asset_locations/8', (source, signal) => source.assetHistory(8, { ...DAYS, signal })],
]
const { signal } = new AbortController()

const troubles = [
  ['too busy', responding({ error_message: 'slow down' }, 429, { 'retry-after': '0' })],
  ['down', responding('<h1>Bad gateway</h1>', 502)],
  ['silent', silent],
  ['stuck in its response', halting],
  ['hanging up', hangingUp],
  ['sending broken JSON', responding('{"vehicles": [')],
] as const

describe('a vendor that is', () => {
  test.each(troubles)('%s for a moment is retried', async (_name, play) => {
    motive.trouble('/v2', play, play, responding({ vehicles: [aLocatedVehicle(5)], pagination: { total: 1 } }))
    const patience = { ...patienceFor(play), attempts: 10 }
    expect((await source(patience).vehicles(signal)).rows).toMatchObject([{ number: '5' }])
    expect(motive.requests.filter((url) => url.startsWith('/v2')).length).toBeGreaterThanOrEqual(3)
  })

  test.each([
    [...troubles[0], 'The vendor answered 429, also when asked again.'],
    [...troubles[1], 'The vendor answered 502, also when asked again.'],
    [...troubles[2], 'The vendor did not answer in time.'],
    [...troubles[3], 'The vendor did not answer in time.'],
    [...troubles[4], 'The vendor could not be reached.'],
    [...troubles[5], 'The vendor’s response is not JSON.'],
  ] as const)('%s for good is reported in plain words', async (_name, play, words) => {
    motive.trouble('/v2', play)
    const failure = { name: 'FeedFailure', message: words }
    await expect(source(patienceFor(play)).vehicles(signal)).rejects.toMatchObject(failure)
    expect(motive.requests.filter((url) => url.startsWith('/v2'))).toHaveLength(3)
  })

  test('too busy and names a wait is not asked sooner', async () => {
    const { patience, waited } = hasteWith()
    motive.trouble('/v3', responding({}, 429, { 'retry-after': '17' }), responding({ vehicle_locations: [] }))
    await source(patience).vehicleHistory(7, { ...DAYS, signal })
    expect(waited).toEqual([17_000])
  })

  test('down is retried after growing, partly random waits', async () => {
    const { patience, waited } = hasteWith({ attempts: 4, retryMs: 1000 })
    motive.trouble('/v3', responding('', 503))
    await expect(source(patience).vehicleHistory(7, { ...DAYS, signal })).rejects.toThrow('503')
    expect(waited).toHaveLength(3)
    for (const [n, ms] of waited.entries()) expect(ms >= 500 * 2 ** n && ms <= 1000 * 2 ** n).toBe(true)
  })
})

describe.each(calls)('a request for %s', (_name, path, call) => {
  test.each([
    [401, 'The vendor does not accept the key.'],
    [403, 'The vendor does not accept the key.'],
    [400, 'The vendor refused the question (400).'],
    [500, 'The vendor answered 500, also when asked again.'],
  ])('fails if the vendor answers %i', async (status, words) => {
    motive.trouble(path, responding({ error_message: 'no' }, status))
    await expect(call(source(), signal)).rejects.toMatchObject({ name: 'FeedFailure', message: words })
  })

  test('fails on a response of another shape', async () => {
    motive.trouble(path, responding({ error_message: 'moved' }))
    await expect(call(source(), signal)).rejects.toThrow('The vendor’s answer has no list at')
  })

  test('is aborted with the caller’s reason', async () => {
    const stop = new AbortController()
    motive.trouble(path, () => stop.abort(new Error('the page was left')))
    await expect(call(source(), stop.signal)).rejects.toThrow('the page was left')
  })
})

test('no failure contains the key', async () => {
  for (const play of [responding({}, 401), responding({}, 429), hangingUp, silent, responding('{'), responding({})]) {
    for (const [, path, call] of calls) {
      motive.heal()
      motive.trouble(path, play)
      const failure = await call(source({ ...HASTE, answerMs: 20 }), signal).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(FeedFailure)
      const { message, stack, cause } = failure as Error
      expect(`${message} ${stack} ${JSON.stringify({ ...(failure as Error), cause })}`).not.toContain(
        motive.access.apiKey,
      )
    }
  }
})

test('a key of another company is not accepted', async () => {
  const stranger = motiveTelematics({ ...motive.access, apiKey: 'somebody-else' }, HASTE, () => NOW)
  await expect(stranger.vehicles(signal)).rejects.toThrow('The vendor does not accept the key.')
})

test('the first failed range of a history cancels the requests for its other ranges', async () => {
  const motiveSource = source(hasteWith({ maxParallel: 2 }).patience)
  motive.trouble('/v3', responding({}, 403))
  const months = { first: '2026-01-01', last: '2026-11-20', signal }
  await expect(motiveSource.vehicleHistory(7, months)).rejects.toThrow('does not accept the key')
  // This request is queued after all others, so the queue is empty when it resolves.
  await motiveSource.vehicles(signal)
  expect(motive.requests.filter((url) => url.startsWith('/v3')).length).toBeLessThanOrEqual(4)
})

test('a vendor that stays down is not asked for a while by any call, and then tried again', async () => {
  const at = { ms: 0 }
  const { patience } = hasteWith({ attempts: 2, mostFailures: 5, restMs: 60_000, now: () => at.ms })
  const motiveSource = source(patience)
  motive.trouble('/', responding('', 503))
  const history = () => motiveSource.vehicleHistory(7, { ...DAYS, signal })
  for (let n = 0; n < 5; n++) await expect(history()).rejects.toThrow('503')
  expect(motive.requests).toHaveLength(10)
  for (const [, , call] of calls) await expect(call(motiveSource, signal)).rejects.toThrow('is left alone for a while')
  expect(motive.requests).toHaveLength(10)
  motive.heal()
  at.ms = 60_000
  expect((await history()).rows).toHaveLength(1)
  expect((await motiveSource.vehicles(signal)).rows).toHaveLength(1)
})

test('requests to Motive may take 60 seconds, ten at the same time', () => {
  expect(MOTIVE_PATIENCE).toMatchObject({ answerMs: 60_000, maxParallel: 10, paceMs: 0, mostFailures: 5 })
})
