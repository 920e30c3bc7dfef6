import { afterEach, describe, expect, test, vi } from 'vitest'
import { startExpenseJobs } from '#server/jobs/expense-jobs.ts'
import { matchExpenses } from '#server/modules/feeds/expense-rows.ts'
import { listFeeds, syncFuel, syncTolls } from '#server/modules/feeds/feed-service.ts'
import { FeedFailure, type FeedRange } from '#server/providers/feed-source.ts'
import type { FuelSource } from '#server/providers/fuel/fuel.ts'
import type { TollRow, TollSource } from '#server/providers/tolls/tolls.ts'
import { aPurchase, aToll, aVendor, tollsInRange } from '#tests/support/builders/a-feed.ts'
import { hireDriver, parkUnit, setIdentifiers } from '#tests/support/server/company.ts'
import { buyFuel, payToll } from '#tests/support/yard/figures.ts'
import { jobDesk, neverAborted } from '#tests/support/yard/job-desk.ts'

const HOUR_MS = 3_600_000
const desk = jobDesk()
const later = (hours: number) => desk.advance(hours * HOUR_MS)

afterEach(() => vi.useRealTimers())

const storedFuel = () =>
  desk.db.query(
    'test.fuel_found',
    'select source_key as key, unit_id, driver_id, product from fuel_transactions order by 1',
  )
const giveCard = (driver: number) =>
  desk.db.query('test.card', 'update drivers set pilot_flying_j_driver = 4402100 where id = $1', [driver])

const storedTolls = () =>
  desk.db.query<{ source_key: string; unit_id: string | null; amount: number }>(
    'test.stored',
    'select source_key, unit_id, amount from toll_transactions order by source_key',
  )

describe('a vendor', () => {
  test('is first asked for a year of expenses, a month per request, and later only for days that can still get late rows', async () => {
    const vendor = aVendor(tollsInRange(aToll('1')))
    await syncTolls(desk.parts(), vendor, neverAborted)
    expect(vendor.requestedRanges).toHaveLength(12)
    expect([vendor.requestedRanges[0], vendor.requestedRanges.at(-1)]).toEqual([
      '2025-11-21 2025-12-21',
      '2026-10-28 2026-11-21',
    ])
    expect(await listFeeds(desk.db)).toEqual([
      {
        kind: 'tolls',
        vendor: 'somebody',
        synced_to: '2026-11-21',
        tried_at: '2026-11-21T15:00:00.000000Z',
        succeeded_at: '2026-11-21T15:00:00.000000Z',
        failure: null,
      },
    ])
    vendor.requestedRanges.length = 0
    later(24)
    await syncTolls(desk.parts(), vendor, neverAborted)
    expect(vendor.requestedRanges).toEqual(['2026-10-17 2026-11-16', '2026-11-17 2026-11-22'])
    expect(await storedTolls()).toHaveLength(1)
  })

  test('is not polled for three hours after a success, nor for half an hour after a failure', async () => {
    let isDown = false
    const vendor = aVendor<TollRow>(() => {
      if (isDown) throw new FeedFailure('The vendor did not answer in time.')
      return []
    })
    const isAsked = async () => {
      vendor.requestedRanges.length = 0
      await syncTolls(desk.parts(), vendor, neverAborted)
      return vendor.requestedRanges.length > 0
    }
    expect(await isAsked()).toBe(true)
    later(2.9)
    expect(await isAsked()).toBe(false)
    later(0.2)
    isDown = true
    expect(await isAsked()).toBe(true)
    later(0.4)
    expect(await isAsked()).toBe(false)
    later(0.2)
    expect(await isAsked()).toBe(true)
  })

  test('that fails midway keeps the stored rows, shows the reason, and continues from the last synced day', async () => {
    let isDown = true
    const vendor = aVendor<TollRow>((range) => {
      if (isDown && range.first > '2026-03-01') throw new FeedFailure('The vendor did not answer in time.')
      return tollsInRange(aToll('1', { date: '2025-12-24' }), aToll('2'))(range)
    })
    await syncTolls(desk.parts(), vendor, neverAborted)
    expect(await listFeeds(desk.db)).toMatchObject([
      { synced_to: '2026-03-24', succeeded_at: null, failure: 'The vendor did not answer in time.' },
    ])
    expect(await storedTolls()).toMatchObject([{ source_key: '1' }])
    isDown = false
    vendor.requestedRanges.length = 0
    later(1)
    await syncTolls(desk.parts(), vendor, neverAborted)
    expect(vendor.requestedRanges[0]).toBe('2026-02-17 2026-03-19')
    expect(await listFeeds(desk.db)).toMatchObject([{ synced_to: '2026-11-21', failure: null }])
    expect(await storedTolls()).toHaveLength(2)
  })

  test('whose poll fails with an internal error shows users no details of the error', async () => {
    const vendor = aVendor<TollRow>(() => {
      throw new Error('password=hunter2')
    })
    await syncTolls(desk.parts(), vendor, neverAborted)
    const [feed] = await listFeeds(desk.db)
    expect(feed?.failure).toBe('Something went wrong here. See the server’s log.')
  })

  test('that sends unreadable rows has its other rows stored, and the failure text counts the unreadable ones', async () => {
    const vendor: TollSource = {
      ...aVendor<TollRow>(() => []),
      async *fetch({ last }) {
        if (last === '2026-11-21') yield { rows: [aToll('1')], skipped: 2 }
      },
    }
    await syncTolls(desk.parts(), vendor, neverAborted)
    expect(await storedTolls()).toHaveLength(1)
    expect(await listFeeds(desk.db)).toMatchObject([
      { synced_to: '2026-11-21', failure: '2 rows could not be read and were left out.' },
    ])
  })

  test('is polled once when several processes check at the same time', async () => {
    const vendor = aVendor<TollRow>(() => [])
    await Promise.all(Array.from({ length: 5 }, () => syncTolls(desk.parts(), vendor, neverAborted)))
    expect(vendor.requestedRanges).toHaveLength(12)
  })

  test('that replaces a vendor that sent no rows is polled from the beginning', async () => {
    await syncTolls(
      desk.parts(),
      aVendor<TollRow>(() => []),
      neverAborted,
    )
    const other = { ...aVendor<TollRow>(() => []), vendor: 'another' }
    await syncTolls(desk.parts(), other, neverAborted)
    expect(other.requestedRanges).toHaveLength(12)
    expect(await listFeeds(desk.db)).toMatchObject([{ vendor: 'another' }])
  })

  test('that replaces another vendor is only polled for days after the other’s last row, so that nothing counts twice', async () => {
    const passages = tollsInRange(aToll('1', { date: '2026-06-01' }), aToll('2', { date: '2026-11-09' }))
    await syncTolls(desk.parts(), aVendor(passages), neverAborted)
    const rowsOfOther = (range: FeedRange) =>
      [...passages(range), ...tollsInRange(aToll('3', { date: '2026-11-10', amount: 7 }))(range)].map((toll) => ({
        ...toll,
        key: `another ${toll.key}`,
      }))
    const other = { ...aVendor(rowsOfOther), vendor: 'another' }
    for (let time = 0; time < 2; time++) {
      await syncTolls(desk.parts(), other, neverAborted)
      expect(other.requestedRanges).toEqual([time === 0 ? '2026-11-10 2026-11-21' : '2026-11-10 2026-11-22'])
      expect(await storedTolls()).toMatchObject([{ source_key: '1' }, { source_key: '2' }, { source_key: 'another 3' }])
      other.requestedRanges.length = 0
      later(24)
    }
    // The first vendor comes back: it is polled for days after the other vendor's last row.
    const former = aVendor(passages)
    await syncTolls(desk.parts(), former, neverAborted)
    expect(former.requestedRanges).toEqual(['2026-11-11 2026-11-23'])
    expect(await desk.db.query('test.total', 'select sum(amount)::float8 as amount from daily_totals')).toEqual([
      { amount: 27 },
    ])
  })

  test('is only polled for days after the last imported report of the same kind, so that nothing counts twice', async () => {
    const tolls = aVendor<TollRow>(() => [])
    const fuel: FuelSource & { requestedRanges: string[] } = aVendor(() => [])
    await payToll(desk.db, { unit: null, date: '2026-11-09', amount: 10 })
    await payToll(desk.db, { unit: null, date: '2026-06-30', amount: 10 })
    await buyFuel(desk.db, await hireDriver(desk.db), '2026-11-21', 350)
    await syncTolls(desk.parts(), tolls, neverAborted)
    await syncFuel(desk.parts(), fuel, neverAborted)
    expect([tolls.requestedRanges, fuel.requestedRanges]).toEqual([['2026-11-10 2026-11-21'], []])
    // A later poll asks again for days with late rows, but never for days that reports cover, even if a toll was added
    // since then.
    await payToll(desk.db, { unit: null, date: '2026-11-20', amount: 10 })
    later(24)
    await syncTolls(desk.parts(), tolls, neverAborted)
    await syncFuel(desk.parts(), fuel, neverAborted)
    expect([tolls.requestedRanges.at(-1), fuel.requestedRanges]).toEqual([
      '2026-11-10 2026-11-22',
      ['2026-11-22 2026-11-22'],
    ])
  })
})

describe('a toll', () => {
  test('belongs to the truck with its transponder, else its plate, else its number, in any spelling', async () => {
    for (const id of ['1', '2', '3']) await parkUnit(desk.db, id)
    await setIdentifiers(desk.db, '1', { transponder: '00700-24', plate: 'AA 1', number: '11' })
    await setIdentifiers(desk.db, '2', { transponder: '00700-25', plate: 'BB 2', number: '22' })
    await setIdentifiers(desk.db, '3', { number: '33' })
    const vendor = aVendor(
      tollsInRange(
        aToll('a', { transponder_id: '0070024', plate: 'BB2', unit_number: '33' }),
        aToll('b', { transponder_id: 'unknown', plate: 'bb-2', unit_number: '33' }),
        aToll('c', { unit_number: '3 3' }),
        aToll('d', { plate: 'nobody’s' }),
        aToll('e'),
      ),
    )
    await syncTolls(desk.parts(), vendor, neverAborted)
    expect((await storedTolls()).map(({ source_key, unit_id }) => [source_key, unit_id])).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
      ['d', null],
      ['e', null],
    ])
  })

  test('without a truck is matched when a truck later gets its transponder', async () => {
    await parkUnit(desk.db, '1')
    const vendor = aVendor(tollsInRange(aToll('a', { date: '2026-01-05', transponder_id: '0070024' })))
    await syncTolls(desk.parts(), vendor, neverAborted)
    expect(await storedTolls()).toMatchObject([{ unit_id: null }])
    await setIdentifiers(desk.db, '1', { transponder: '00700 24' })
    await matchExpenses(desk.db)
    expect(await storedTolls()).toMatchObject([{ unit_id: '1' }])
  })

  test('that the vendor corrects counts once, with the latest amount, and stays with its truck', async () => {
    for (const id of ['1', '2']) await parkUnit(desk.db, id)
    await setIdentifiers(desk.db, '1', { transponder: '24' })
    let amount = 10
    const vendor = aVendor((range) =>
      tollsInRange(
        aToll('a', { transponder_id: '24', amount: 1 }),
        aToll('a', { transponder_id: '24', amount }),
      )(range),
    )
    await syncTolls(desk.parts(), vendor, neverAborted)
    await setIdentifiers(desk.db, '1', {})
    await setIdentifiers(desk.db, '2', { transponder: '24' })
    amount = 12.5
    later(24)
    await syncTolls(desk.parts(), vendor, neverAborted)
    expect(await storedTolls()).toEqual([{ source_key: 'a', unit_id: '1', amount: 12.5 }])
    expect(
      await desk.db.query('test.sum', `select amount from daily_totals where kind = 'tolls' and amount <> 0`),
    ).toEqual([{ amount: 12.5 }])
  })

  test('of a deleted truck never moves to another truck that now has its transponder, even after a correction', async () => {
    for (const id of ['1', '2']) await parkUnit(desk.db, id)
    await setIdentifiers(desk.db, '1', { transponder: '24' })
    let amount = 10
    const vendor = aVendor((range) => tollsInRange(aToll('a', { transponder_id: '24', amount }))(range))
    await syncTolls(desk.parts(), vendor, neverAborted)
    await desk.db.query('test.truck_goes', `delete from units where id = '1'`)
    await setIdentifiers(desk.db, '2', { transponder: '24' })
    await matchExpenses(desk.db)
    amount = 12.5
    later(24)
    await syncTolls(desk.parts(), vendor, neverAborted)
    expect(await storedTolls()).toEqual([{ source_key: 'a', unit_id: null, amount: 12.5 }])
  })
})

test('fuel belongs to the named unit and to the driver whose card paid, even when these are known only later', async () => {
  await parkUnit(desk.db, '1')
  await parkUnit(desk.db, 'TL-1', { kind: 'trailer' })
  const driver = await hireDriver(desk.db)
  const vendor: FuelSource = aVendor(({ last }) =>
    last === '2026-11-21'
      ? [
          aPurchase('a', { unit_number: 'A-1', network_driver: 4402100 }),
          aPurchase('b', { unit_number: 'TL-1', product: 'reefer' }),
          aPurchase('c', {}),
        ]
      : [],
  )
  await syncFuel(desk.parts(), vendor, neverAborted)
  expect(await storedFuel()).toEqual([
    { key: 'a', unit_id: null, driver_id: null, product: 'diesel' },
    { key: 'b', unit_id: 'TL-1', driver_id: null, product: 'reefer' },
    { key: 'c', unit_id: null, driver_id: null, product: 'diesel' },
  ])
  await setIdentifiers(desk.db, '1', { number: 'a 1' })
  await giveCard(driver)
  await matchExpenses(desk.db)
  expect(await storedFuel()).toMatchObject([
    { unit_id: '1', driver_id: driver },
    { driver_id: null },
    { unit_id: null },
  ])
})

test('fuel of a deleted unit or driver never gets another owner of that kind, but its unknown owner is still matched', async () => {
  for (const id of ['1', '2', '3']) await parkUnit(desk.db, id)
  await setIdentifiers(desk.db, '1', { number: '11' })
  await giveCard(await hireDriver(desk.db))
  let amount = 350
  const vendor: FuelSource = aVendor(({ last }) =>
    last < '2026-11-20'
      ? []
      : [
          aPurchase('a', { unit_number: '11', amount }),
          aPurchase('b', { unit_number: '11', network_driver: 4402100, amount }),
          aPurchase('c', { unit_number: '22', network_driver: 4402100, amount }),
          aPurchase('d', { unit_number: '11', network_driver: 4402101, amount }),
        ],
  )
  await syncFuel(desk.parts(), vendor, neverAborted)
  await desk.db.query('test.truck_goes', `delete from units where id = '1'`)
  await desk.db.query('test.driver_goes', 'delete from drivers')
  await setIdentifiers(desk.db, '2', { number: '22' })
  await setIdentifiers(desk.db, '3', { number: '11' })
  await giveCard(await hireDriver(desk.db))
  const newcomer = await hireDriver(desk.db)
  await desk.db.query('test.other_card', 'update drivers set pilot_flying_j_driver = 4402101 where id = $1', [newcomer])
  const owners = [
    { key: 'a', unit_id: null, driver_id: null },
    { key: 'b', unit_id: null, driver_id: null },
    { key: 'c', unit_id: '2', driver_id: null },
    { key: 'd', unit_id: null, driver_id: newcomer },
  ]
  await matchExpenses(desk.db)
  expect(await storedFuel()).toMatchObject(owners)
  amount = 360
  later(24)
  await syncFuel(desk.parts(), vendor, neverAborted)
  expect(await storedFuel()).toMatchObject(owners)
})

test('the job checks every minute whether a poll is due, and a stop aborts the running request', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const isAsked = Promise.withResolvers<void>()
  const vendor: TollSource = {
    ...aVendor<TollRow>(() => []),
    async *fetch({ signal }) {
      isAsked.resolve()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  const jobs = startExpenseJobs(desk.parts(), { tolls: vendor, fuel: null })
  vi.advanceTimersByTime(60_000)
  await isAsked.promise
  await jobs.stop()
  expect(await listFeeds(desk.db)).toMatchObject([{ succeeded_at: null, failure: null, synced_to: null }])
})

test('imported toll rows are matched to their truck even if no vendor is set up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await parkUnit(desk.db, '1')
  await payToll(desk.db, { unit: null, date: '2026-11-20', amount: 4.2, transponder: '24' })
  await setIdentifiers(desk.db, '1', { transponder: '24' })
  const jobs = startExpenseJobs(desk.parts(), { tolls: null, fuel: null })
  vi.advanceTimersByTime(15 * 60_000)
  await jobs.stop()
  expect(await storedTolls()).toMatchObject([{ unit_id: '1', amount: 4.2 }])
})
