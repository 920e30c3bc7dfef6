import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { call, setCredentials } from '#src/api/call.ts'
import { lastCalls } from '#src/api/call-log.ts'
import { callFacts, lockFacts, queueFacts } from '#src/app/diagnostics/device-facts.ts'
import { diagnose, masked, reportOf } from '#src/app/diagnostics/diagnosis.ts'
import { freshnessFacts } from '#src/app/diagnostics/freshness-facts.ts'
import { bytes, storageFacts, weigh } from '#src/app/diagnostics/storage-facts.ts'
import type { LiveState } from '#src/offline/live/live-state.ts'
import { emptySnapshot } from '#src/offline/outbox/show/snapshot.ts'
import { aToken, openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'

const now = 1_800_000_000_000
/** Data that a report must never contain. */
const SECRETS = [
  'Maria',
  'Lopez',
  'Wedding in Tulsa',
  'maria@yard.example',
  aToken({ sub: '7' }),
  '8142',
  'sort-by-maria',
]
const [first, last, note, mail, token, driverId] = SECRETS

beforeEach(() => {
  const page = openPage()
  page.local.setItem('haulyard:boot:7', JSON.stringify({ name: first, mail }))
  vi.stubGlobal('caches', fakeCacheStorage())
})
afterEach(() => vi.unstubAllGlobals())

const entry = anEntry({
  command: 'drivers.changeStatus',
  input: { driverName: `${first} ${last}`, note },
  words: { record: `${first} ${last}`, change: `Description: “${note}”` },
  request: { params: { id: Number(driverId) }, body: { note, token } },
  problem: { kind: 'status', status: 400, body: { detail: `${first} ${last} can’t: ${note}` } },
  madeAt: now - 3 * 60_000,
})

async function requestADriver(): Promise<void> {
  setCredentials({ token: () => token ?? null, refresh: () => Promise.resolve('refused') })
  const refusal = JSON.stringify({ detail: `${first} ${last} is away` })
  vi.stubGlobal('fetch', async () =>
    HttpResponse.of(refusal, { status: 404, headers: { 'content-type': 'application/json' } }),
  )
  const pending = call(driverEndpoints.find, { params: { id: Number(driverId) } })
  await expect(pending).rejects.toThrow()
}

describe('the report', () => {
  test('contains no personal data, whether stored, waiting, refused or requested', async () => {
    const db = await openDB('haulyard-outbox-7', 1, { upgrade: (one) => void one.createObjectStore('entries') })
    await db.put('entries', entry, 1)
    db.close()
    await (await caches.open('lists-v1-7')).put(
      `http://app.test/api/drivers/?search=${SECRETS[6]}`,
      new Response(first),
    )
    await requestADriver()
    const locks = { query: async () => ({ held: [{ name: 'draft:7:abc', mode: 'shared' }] }) } as unknown as LockManager
    const diagnosis = await diagnose(
      [
        ['Changes on this device', () => queueFacts({ ...emptySnapshot, entries: [entry] }, now)],
        ['Storage', () => storageFacts('7')],
        ['Locks', () => lockFacts(locks, '7')],
        ['Calls', () => callFacts(lastCalls(), now)],
        ['Broken', () => Promise.reject(new TypeError(`${first} ${last} broke it`))],
      ],
      now,
    )
    const report = reportOf(diagnosis)
    for (const secret of SECRETS) expect(report).not.toContain(secret)
    expect(JSON.stringify(diagnosis)).not.toMatch(new RegExp(`${first}|${last}|Tulsa`))
    expect(report).toContain('drivers.changeStatus | 1 | waiting | status 400 | 1')
    expect(report).toContain('GET /api/drivers/:id/ | status 404')
    expect(report).toContain('haulyard-outbox-(you) | entries | 1')
    expect(report).toContain('lists-v1-(you) | cache | 1')
    expect(report).toContain('draft:(you):abc | shared | held')
    expect(report).toContain('Could not be read: TypeError')
  })
  test('replaces tokens and e-mail addresses even in unexpected places', () => {
    const facts = [['A fact', `as ${mail} with eyJhbGciOiJI.eyJzdWIiOiI3In0.c2lnbmF0dXJl`]] as const
    const report = reportOf({ at: now, sections: [{ title: 'A part', facts }] })
    expect(report).toContain('A fact: as (e-mail address) with (token)')
  })
})

describe('stored items', () => {
  test.each([
    ['haulyard-cache-7', 'haulyard-cache-(you)'],
    ['outbox-mirror-12', 'outbox-mirror-(another person)'],
    ['haulyard:boot:7', 'haulyard:boot:(you)'],
    ['lists-v1-7', 'lists-v1-(you)'],
    ['workbox-precache-v2-http://127.0.0.1:4000/', 'workbox-precache-v2-http://127.0.0.1:4000/'],
    ['app-dirty', 'app-dirty'],
  ])('the name %s is shown as %s', (name, shown) => {
    expect(masked(name, '7')).toBe(shown)
  })
  test('are counted without opening another user’s databases and without creating any', async () => {
    for (const name of ['haulyard-outbox-31', 'haulyard-outbox-32']) {
      const db = await openDB(name, 1, { upgrade: (one) => void one.createObjectStore('entries') })
      await db.put('entries', { text: 'x'.repeat(1_500) }, 1)
      db.close()
    }
    const before = await indexedDB.databases()
    const rows = (await storageFacts('31')).table?.rows ?? []
    expect(rows).toContainEqual(['haulyard-outbox-(you)', 'entries', '1', '1.5 kB'])
    expect(rows).toContainEqual(['haulyard-outbox-(another person)', '', '', ''])
    expect(await indexedDB.databases()).toEqual(before)
  })
  test('are weighed including their files', () => {
    expect(weigh({ photo: new Blob(['x'.repeat(5_000)]), n: 1 })).toBeGreaterThan(5_000)
    expect([bytes(0), bytes(1_234), bytes(12_345_678)]).toEqual(['0 B', '1.2 kB', '12.3 MB'])
  })
})

test('the outbox facts contain the oldest entry’s age and the most attempts; an empty outbox has no oldest entry and no next try', () => {
  const waiting = anEntry({ seq: 2, madeAt: now - 60 * 60_000, nextTryAt: now + 40_000, attempts: 4, problem: null })
  const { facts } = queueFacts({ ...emptySnapshot, entries: [entry, waiting], state: 'waiting' }, now)
  expect(Object.fromEntries(facts)).toMatchObject({ Oldest: '1 h ago', 'Not settled': '2', 'Most attempts': '4' })
  expect(Object.fromEntries(queueFacts(emptySnapshot, now).facts)).toMatchObject({ Oldest: 'none', 'Next try': 'none' })
})

test('a section that never answers reports a timeout, and the other sections are complete', async () => {
  vi.useFakeTimers()
  const never = () => new Promise<never>(() => undefined)
  const pending = diagnose(
    [
      ['Server', never],
      ['Versions', () => ({ title: 'Versions', facts: [['App', '1']] })],
    ],
    now,
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await pending).toEqual({
    at: now,
    sections: [
      { title: 'Server', facts: [['Could not be read', 'TimeoutError']] },
      { title: 'Versions', facts: [['App', '1']] },
    ],
  })
  vi.useRealTimers()
})

describe('the age of the data', () => {
  const live = {
    state: 'open',
    since: 0,
    position: '9',
    heardAt: now - 4_000,
    followedLists: 12,
    delays: [140, 1_260],
  } as const
  const freshness = { live, synced: { lists: 12, upTo: now - 600_000 }, finishedAt: now - 300_000, traffic: {} }
  const factsOf = (change: Partial<typeof freshness> | { readonly live: LiveState }) =>
    freshnessFacts({ ...freshness, ...change }, now).facts.map(([, value]) => value)

  test('is that of the last sign of life while the stream is open, else of the last request', () => {
    expect(factsOf({})).toEqual(['12', 'just now', '5 min ago', '0.1 s, 1.3 s'])
    expect(factsOf({ live: { ...live, state: 'away' } })[1]).toBe('10 min ago')
  })

  test('is not known before anything is stored', () => {
    const nothing = { ...freshness, live: { ...live, delays: [] }, synced: { lists: 0, upTo: null }, finishedAt: null }
    expect(freshnessFacts(nothing, now).facts.map(([, value]) => value)).toEqual([
      '0',
      'not known',
      'not complete',
      'none yet',
    ])
  })

  test('is known in another tab while that one has the stream', () => {
    const elsewhere = { live: { ...live, state: 'elsewhere', delays: [] }, synced: { lists: 0, upTo: null } } as const
    const facts = freshnessFacts({ ...freshness, ...elsewhere }, now).facts.map(([, value]) => value)
    expect(facts.slice(0, 2)).toEqual(Array(2).fill('known in the tab that has the news from the server'))
  })

  test('comes with what was received today, the largest part first', () => {
    const traffic = {
      Changes: { requests: 2, bytes: 900 },
      'Lists and records': { requests: 1_200, bytes: 4_200_000 },
    }
    expect(freshnessFacts({ ...freshness, traffic }, now).table?.rows).toEqual([
      ['Lists and records', '1,200', '4.2 MB'],
      ['Changes', '2', '900 B'],
    ])
  })
})
