import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FeedFailure } from '#server/providers/feed-source.ts'
import type { Patience } from '#server/providers/http-feed/vendor-fetch.ts'
import { MOTIVE_PATIENCE } from '#server/providers/telematics/motive/motive-client.ts'
import { motiveTelematics } from '#server/providers/telematics/motive/motive-telematics.ts'
import type { TelematicsSource } from '#server/providers/telematics/telematics.ts'
import { type FakeMotive, fakeMotive } from '#tests/support/yard/fake-motive.ts'
import {
  answering,
  HASTE,
  halting,
  hangingUp,
  hasteWith,
  patienceFor,
  silent,
} from '#tests/support/yard/fake-vendor.ts'
import { aFix, aLocatedVehicle, aPeriod } from '#tests/support/yard/motive-records.ts'

const NOW = new Date('2026-11-21T18:00:00Z')
const DAYS = { first: '2026-11-20', last: '2026-11-20' }

let motive: FakeMotive
beforeEach(async () => {
  motive = await fakeMotive()
  motive.books.locations = [aLocatedVehicle(1)]
  motive.books.periods = [aPeriod(1, '2026-11-20T15:00:00Z')]
  motive.books.histories = new Map([[7, [aFix({ located_at: '2026-11-20T15:00:00Z' })]]])
})
afterEach(() => motive.close())

const source = (patience: Patience = HASTE) => motiveTelematics(motive.access, patience, () => NOW)
const calls: readonly [string, string, (source: TelematicsSource, signal: AbortSignal) => Promise<unknown>][] = [
  ['where vehicles are', '/v2/vehicle_locations', (source, signal) => source.vehicles(signal)],
  ['where assets are', '/v1/asset_locations', (source, signal) => source.assets(signal)],
  [
    'driving periods',
    '/v1/driving_periods',
    (source, signal) => source.drivingPeriods({ ...DAYS, drivers: [], vehicles: [], signal }),
  ],
  ['where a vehicle was', '/v3/vehicle_locations/7', (source, signal) => source.vehicleHistory(7, { ...DAYS, signal })],
  ['where an asset was', '/v1/asset_locations/8', (source, signal) => source.assetHistory(8, { ...DAYS, signal })],
]
const { signal } = new AbortController()

const troubles = [
  ['too busy', answering({ error_message: 'slow down' }, 429, { 'retry-after': '0' })],
  ['down', answering('<h1>Bad gateway</h1>', 502)],
  ['silent', silent],
  ['stuck in its answer', halting],
  ['cut off', hangingUp],
  ['talking nonsense', answering('{"vehicles": [')],
] as const

describe('a vendor that is', () => {
  test.each(troubles)('%s for a moment is asked again', async (_name, play) => {
    motive.trouble('/v2', play, play, answering({ vehicles: [aLocatedVehicle(5)], pagination: { total: 1 } }))
    const patience = { ...patienceFor(play), attempts: 10 }
    expect((await source(patience).vehicles(signal)).rows).toMatchObject([{ number: '5' }])
    expect(motive.asked.filter((url) => url.startsWith('/v2')).length).toBeGreaterThanOrEqual(3)
  })

  test.each([
    [...troubles[0], 'The vendor answered 429, also when asked again.'],
    [...troubles[1], 'The vendor answered 502, also when asked again.'],
    [...troubles[2], 'The vendor did not answer in time.'],
    [...troubles[3], 'The vendor did not answer in time.'],
    [...troubles[4], 'The vendor could not be reached.'],
    [...troubles[5], 'The vendor answered something that is no JSON.'],
  ] as const)('%s for good is told in plain words', async (_name, play, words) => {
    motive.trouble('/v2', play)
    const told = { name: 'FeedFailure', message: words }
    await expect(source(patienceFor(play)).vehicles(signal)).rejects.toMatchObject(told)
    expect(motive.asked.filter((url) => url.startsWith('/v2'))).toHaveLength(3)
  })

  test('too busy and says until when is not asked sooner', async () => {
    const { patience, waited } = hasteWith()
    motive.trouble('/v3', answering({}, 429, { 'retry-after': '17' }), answering({ vehicle_locations: [] }))
    await source(patience).vehicleHistory(7, { ...DAYS, signal })
    expect(waited).toEqual([17_000])
  })

  test('down is asked after longer and longer, with some chance in it', async () => {
    const { patience, waited } = hasteWith({ attempts: 4, retryMs: 1000 })
    motive.trouble('/v3', answering('', 503))
    await expect(source(patience).vehicleHistory(7, { ...DAYS, signal })).rejects.toThrow('503')
    expect(waited).toHaveLength(3)
    for (const [n, ms] of waited.entries()) expect(ms >= 500 * 2 ** n && ms <= 1000 * 2 ** n).toBe(true)
  })
})

describe.each(calls)('%s', (_name, path, call) => {
  test.each([
    [401, 'The vendor does not accept the key.'],
    [403, 'The vendor does not accept the key.'],
    [400, 'The vendor refused the question (400).'],
    [500, 'The vendor answered 500, also when asked again.'],
  ])('cannot be had where the vendor answers %i', async (status, words) => {
    motive.trouble(path, answering({ error_message: 'no' }, status))
    await expect(call(source(), signal)).rejects.toMatchObject({ name: 'FeedFailure', message: words })
  })

  test('cannot be had from an answer that is something else', async () => {
    motive.trouble(path, answering({ error_message: 'moved' }))
    await expect(call(source(), signal)).rejects.toThrow('The vendor’s answer has no list at')
  })

  test('is broken off with the reason of whoever asked', async () => {
    const stop = new AbortController()
    motive.trouble(path, () => stop.abort(new Error('the page was left')))
    await expect(call(source(), stop.signal)).rejects.toThrow('the page was left')
  })
})

test('the key is in no failure', async () => {
  for (const play of [answering({}, 401), answering({}, 429), hangingUp, silent, answering('{'), answering({})]) {
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

test('a key that is not the company’s is not accepted', async () => {
  const stranger = motiveTelematics({ ...motive.access, apiKey: 'somebody-else' }, HASTE, () => NOW)
  await expect(stranger.vehicles(signal)).rejects.toThrow('The vendor does not accept the key.')
})

test('of pieces that stand or fall together, the others are given up with the first that fails', async () => {
  const asked = source(hasteWith({ atOnce: 2 }).patience)
  motive.trouble('/v3', answering({}, 403))
  const months = { first: '2026-01-01', last: '2026-11-20', signal }
  await expect(asked.vehicleHistory(7, months)).rejects.toThrow('does not accept the key')
  // Behind all that were in line.
  await asked.vehicles(signal)
  expect(motive.asked.filter((url) => url.startsWith('/v3')).length).toBeLessThanOrEqual(4)
})

test('a vendor that stays down is left alone for a while, by all that ask it, and tried again', async () => {
  const at = { ms: 0 }
  const { patience } = hasteWith({ attempts: 2, mostFailures: 5, restMs: 60_000, now: () => at.ms })
  const asked = source(patience)
  motive.trouble('/', answering('', 503))
  const history = () => asked.vehicleHistory(7, { ...DAYS, signal })
  for (let n = 0; n < 5; n++) await expect(history()).rejects.toThrow('503')
  expect(motive.asked).toHaveLength(10)
  for (const [, , call] of calls) await expect(call(asked, signal)).rejects.toThrow('is left alone for a while')
  expect(motive.asked).toHaveLength(10)
  motive.heal()
  at.ms = 60_000
  expect((await history()).rows).toHaveLength(1)
  expect((await asked.vehicles(signal)).rows).toHaveLength(1)
})

test('people who wait for a month of the whole fleet get the time that it takes', () => {
  expect(MOTIVE_PATIENCE).toMatchObject({ answerMs: 60_000, atOnce: 10, paceMs: 0, mostFailures: 5 })
})
