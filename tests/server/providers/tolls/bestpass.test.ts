import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tollFields } from '#server/providers/http-feed/vendor-call.ts'
import { bestpassTolls } from '#server/providers/tolls/bestpass/bestpass-tolls.ts'
import {
  type FakeVendor,
  fakeVendor,
  HASTE,
  halting,
  hangingUp,
  hasteWith,
  pagesOf,
  patienceFor,
  responding,
  silent,
} from '#tests/support/yard/fake-vendor.ts'

const aToll = (transactionId: string, rest: object = {}) => ({
  transactionId,
  exitDate: '2026-11-20T23:14:00',
  tollPostDate: '2026-11-21',
  amount: 24.12,
  agency: 'PTC',
  exitPlaza: 'Carlisle',
  licensePlate: 'P482100',
  transponderId: '007002410300',
  unitNumber: '1001',
  ...rest,
})

let vendor: FakeVendor
const tolls = (fields: object = {}, patience = HASTE) =>
  bestpassTolls(vendor.access, tollFields.parse(fields), patience)
beforeEach(async () => {
  vendor = await fakeVendor({ rows_a_page: 2, query: { dateType: 'exitDate', accountNumber: '4711' } })
})
afterEach(() => vendor.close())

describe('a request', () => {
  test('contains the days, the account and the page, with the key only in its header', async () => {
    vendor.play(responding({ results: [] }))
    expect(await pagesOf(tolls())).toEqual([])
    expect(vendor.requests).toEqual([
      '/api/transactions?dateType=exitDate&accountNumber=4711&fromDate=2026-11-15&toDate=2026-11-21&pageSize=2&page=1',
    ])
    expect(vendor.headers[0]).toMatchObject({ authorization: 'a-key', accept: 'application/json' })
    expect(vendor.requests.join()).not.toContain('a-key')
  })

  const keysOf = (pages: Awaited<ReturnType<typeof pagesOf<{ key: string }>>>) =>
    pages.map(({ rows }) => rows.map(({ key }) => key))
  const pagesAsked = () => vendor.requests.map((url) => new URL(url, 'http://x').searchParams.get('page'))

  test('is followed by one for the next page until a page is empty, however small the pages are', async () => {
    vendor.play(
      responding({ results: [aToll('1')] }),
      responding({ results: [aToll('2')] }),
      responding({ results: [aToll('3'), aToll('4')] }),
      responding({ results: [] }),
    )
    expect(keysOf(await pagesOf(tolls()))).toEqual([['1'], ['2'], ['3', '4']])
    expect(pagesAsked()).toEqual(['1', '2', '3', '4'])
  })

  test('is the last if the vendor repeats the page or answers the next page with 404', async () => {
    const rows = ['1', '2', '3'].map((key) => aToll(key))
    vendor.play(
      responding({ results: rows, asked_at: '15:00:01' }),
      responding({ results: rows, asked_at: '15:00:02' }),
    )
    expect(keysOf(await pagesOf(tolls()))).toEqual([['1', '2', '3']])
    vendor.play(responding({ results: rows }), responding({ detail: 'Invalid page.' }, 404))
    expect(keysOf(await pagesOf(tolls()))).toEqual([['1', '2', '3']])
    expect(pagesAsked()).toEqual(['1', '2', '1', '2'])
    // A 404 for the first page is an error, not the end of the pages.
    vendor.play(responding({ detail: 'Not found.' }, 404))
    await expect(pagesOf(tolls())).rejects.toThrow('refused the question (404)')
  })

  test('is the only one if the vendor has no pages', async () => {
    await vendor.close()
    vendor = await fakeVendor({ page: null, rows_a_page: 2 })
    vendor.play(responding({ results: [aToll('1'), aToll('2')] }), responding({ results: [aToll('3')] }))
    expect(keysOf(await pagesOf(tolls()))).toEqual([['1', '2']])
  })

  test('for pages that never end is given up', async () => {
    let last = 0
    vendor.play((request, answer) => responding({ results: [{ n: ++last }] })(request, answer))
    await expect(pagesOf(tolls())).rejects.toThrow('pages do not end')
    expect(last).toBe(HASTE.mostPages)
  })

  test('follows the vendor’s link to the next page, but not to another host', async () => {
    await vendor.close()
    vendor = await fakeVendor({ page: null, size: null, rows: 'data.items', next: 'data.next', path: '/v2/tolls' })
    vendor.play(
      responding({ data: { items: [aToll('1')], next: '/api/v2/tolls?after=1' } }),
      responding({ data: { items: [aToll('2')], next: null } }),
    )
    expect((await pagesOf(tolls())).flatMap(({ rows }) => rows.map(({ key }) => key))).toEqual(['1', '2'])
    expect(vendor.requests).toEqual(['/api/v2/tolls?fromDate=2026-11-15&toDate=2026-11-21', '/api/v2/tolls?after=1'])
    vendor.play(responding({ data: { items: [], next: 'http://127.0.0.1:9/api/v2/tolls' } }))
    await expect(pagesOf(tolls())).rejects.toThrow('at another origin')
  })

  test('does not follow a redirect with the key', async () => {
    vendor.play(responding({}, 302, { location: '/elsewhere' }))
    await expect(pagesOf(tolls())).rejects.toThrow('could not be reached')
    expect(new Set(vendor.requests.map((url) => url.split('?')[0]))).toEqual(new Set(['/api/transactions']))
  })
})

describe('a row', () => {
  test('is read from the fields that the operator configured', async () => {
    vendor.play(
      responding({ results: [{ id: 7, vehicle: { plate_number: 'AB 12' }, paid: '$1,234.50', at: '11/20/2026' }] }),
    )
    const [page] = await pagesOf(
      tolls({ key: 'id', plate: 'vehicle.plate_number', amount: 'paid', date: 'at', agency: '', unit_number: '' }),
    )
    expect(page).toEqual({
      rows: [
        {
          key: '7',
          date: '2026-11-20',
          posted_on: null,
          amount: 1234.5,
          agency: '',
          plaza: '',
          plate: 'AB 12',
          transponder_id: '',
          unit_number: '',
        },
      ],
      skipped: 0,
    })
  })

  test('belongs to the Chicago day of its instant if that has a time zone, otherwise to the written day', async () => {
    vendor.play(responding({ results: [aToll('1', { exitDate: '2026-11-21T04:30:00Z' })] }))
    expect((await pagesOf(tolls()))[0]?.rows[0]?.date).toBe('2026-11-20')
    vendor.play(responding({ results: [aToll('1', { exitDate: '2026-11-21T04:30:00' })] }))
    expect((await pagesOf(tolls()))[0]?.rows[0]?.date).toBe('2026-11-21')
  })

  test('that is not a toll is left out and counted; a credit is a toll', async () => {
    await vendor.close()
    vendor = await fakeVendor()
    const bad = [
      null,
      7,
      [],
      {},
      aToll(''),
      aToll('a', { amount: 'free' }),
      aToll('b', { amount: 1e12 }),
      aToll('c', { exitDate: '2026-02-30' }),
      aToll('d', { exitDate: null }),
      aToll('e', { transactionId: { nested: 1 } }),
    ]
    const good = [aToll('f', { amount: '(3.10)' }), aToll('g', { amount: -3.1, agency: 'P\0TC'.repeat(100) })]
    vendor.play(responding({ results: [...bad, ...good] }))
    const [page] = await pagesOf(tolls())
    expect(page?.skipped).toBe(bad.length)
    expect(page?.rows.map(({ key, amount }) => [key, amount])).toEqual([
      ['f', -3.1],
      ['g', -3.1],
    ])
    expect(page?.rows[1]?.agency).not.toContain('\0')
  })
})

describe('a vendor that', () => {
  test.each([
    ['is too busy', responding({ statusCode: 429 }, 429, { 'retry-after': '0' })],
    ['is down', responding('<h1>Bad gateway</h1>', 502)],
    ['never answers', silent],
    ['never ends its response', halting],
    ['hangs up', hangingUp],
    ['sends no JSON', responding('<!doctype html>')],
  ])('%s for a moment is retried', async (_name, play) => {
    vendor.play(play, play, responding({ results: [aToll('1')] }))
    const patience = { ...patienceFor(play), attempts: 10 }
    expect((await pagesOf(tolls({}, patience)))[0]?.rows).toHaveLength(1)
    expect(vendor.requests.filter((url) => url.endsWith('page=1')).length).toBeGreaterThanOrEqual(3)
  })

  test.each([
    ['is too busy', responding({}, 429), 'The vendor answered 429, also when asked again.', 3],
    ['is down', responding('', 503), 'The vendor answered 503, also when asked again.', 3],
    ['never answers', silent, 'The vendor did not answer in time.', 3],
    ['never ends its response', halting, 'The vendor did not answer in time.', 3],
    ['hangs up', hangingUp, 'The vendor could not be reached.', 3],
    ['sends no JSON', responding('{'), 'The vendor’s response is not JSON.', 3],
    ['does not accept the key', responding({}, 401), 'The vendor does not accept the key.', 1],
    ['refuses the request', responding({}, 400), 'The vendor refused the question (400).', 1],
    ['sends no list', responding({ rows: [] }), 'The vendor’s answer has no list at "results".', 1],
    [
      'sends text instead of a list',
      responding({ results: 'none' }),
      'The vendor’s answer has no list at "results".',
      1,
    ],
  ])('%s for good is reported in plain words', async (_name, play, words, questions) => {
    vendor.play(play)
    await expect(pagesOf(tolls({}, patienceFor(play)))).rejects.toThrow(words)
    expect(vendor.requests).toHaveLength(questions)
  })

  test('asks for a wait gets it, in seconds or until an instant, up to a maximum', async () => {
    const { patience, waited } = hasteWith()
    const until = new Date(Date.now() + 40_000).toUTCString()
    for (const after of ['12', until, '86400', 'soon']) {
      vendor.play(responding({}, 429, { 'retry-after': after }), responding({ results: [] }))
      await pagesOf(bestpassTolls(vendor.access, tollFields.parse({}), patience))
    }
    expect(waited[0]).toBe(12_000)
    expect(waited[1]).toBeGreaterThan(30_000)
    expect(waited[1]).toBeLessThanOrEqual(40_000)
    expect(waited[2]).toBe(120_000)
    // An unreadable `retry-after`: the default wait, partly random.
    expect(waited[3]).toBeGreaterThanOrEqual(4)
    expect(waited[3]).toBeLessThanOrEqual(8)
  })

  test('stays down is retried after growing waits', async () => {
    const { patience, waited } = hasteWith({ attempts: 5 })
    vendor.play(responding('', 500))
    await expect(pagesOf(bestpassTolls(vendor.access, tollFields.parse({}), patience))).rejects.toThrow('500')
    expect(waited).toHaveLength(4)
    for (const [n, ms] of waited.entries()) {
      expect(ms >= 4 * 2 ** n && ms <= 8 * 2 ** n, `${ms} ms before repetition ${n + 1}`).toBe(true)
    }
  })

  test('is silent is abandoned immediately when the server stops', async () => {
    const stop = new AbortController()
    vendor.play(() => stop.abort(new Error('the server stops')))
    await expect(pagesOf(tolls(), '2026-11-15', '2026-11-21', stop.signal)).rejects.toThrow('the server stops')
    expect(vendor.requests).toHaveLength(1)
  })

  test('limits the requests per minute is asked no faster', async () => {
    const { patience, waited } = hasteWith({ paceMs: 60_000 })
    const full = (...keys: string[]) => responding({ results: keys.map((one) => aToll(one)) })
    vendor.play(full('1', '2'), full('3', '4'), full())
    await pagesOf(bestpassTolls(vendor.access, tollFields.parse({}), patience))
    expect(vendor.requests).toHaveLength(3)
    expect(waited).toHaveLength(2)
    for (const ms of waited) expect(ms).toBeGreaterThan(50_000)
  })
})
