import * as fc from 'fast-check'
import { openDB } from 'idb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { view } from '#contract/wire/access.ts'
import {
  QueryStore,
  type QueryStorePorts,
  queryStoreName,
  type StoredAnswer,
} from '#src/offline/query-storage/query-store.ts'
import type { RequiredAccess } from '#src/offline/required-access.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'
import { eventually } from '#tests/support/eventually.ts'

const [sealer, otherDeviceSealer] = [await aSealer(1), await aSealer(2)]
let now = 1_000_000
let troubles: unknown[] = []
let userCount = 0
let user = ''

beforeEach(() => {
  now = 1_000_000
  troubles = []
  userCount += 1
  user = `sealed-${userCount}`
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
})

const aStore = (over: Partial<QueryStorePorts> = {}, of = user) =>
  new QueryStore(of, { sealer, now: () => now, onTrouble: (error) => troubles.push(error), ...over })
const drivers: RequiredAccess = { access: view('drivers') }
const answer = (hash: string, more: Partial<StoredAnswer> = {}): StoredAnswer => ({
  hash,
  json: `"the words of ${hash}"`,
  asOf: 5000,
  needs: drivers,
  ...more,
})

type Row = Record<string, unknown>
/** Opens the database directly, without the app. */
async function raw<T>(work: (db: Awaited<ReturnType<typeof openDB>>) => Promise<T>): Promise<T> {
  const db = await openDB(queryStoreName(user))
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
const rowsOf = (name: string): Promise<Row[]> => raw((db) => db.getAll(name))
const allRows = async () => (await Promise.all(['answers', 'uses', 'clear'].map(rowsOf))).flat()

/** The whole content of the database as text, with binary values as their bytes. */
async function dump(): Promise<string> {
  const bytes = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
  return JSON.stringify(await allRows(), bytes)
}

/** Stores responses as the version of the app that did not seal did. */
async function storeUnencrypted(answers: readonly StoredAnswer[], version = 1) {
  const db = await openDB(queryStoreName(user), version, {
    upgrade(created) {
      created.createObjectStore('answers', { keyPath: 'hash' })
      created.createObjectStore('uses', { keyPath: 'hash' })
    },
  })
  for (const [at, { hash, json, asOf, needs }] of answers.entries()) {
    await db.put('answers', { hash, json, asOf, needs, dataVersion: 1 })
    await db.put('uses', { hash, asOf, needs, usedAt: at, size: json.length })
  }
  db.close()
}
const unencryptedCount = async () => (await rowsOf('clear')).length

test('none of 200 stored values is readable on the device', async () => {
  const values = Array.from({ length: 200 }, (_, at) => `Secret-${at}-${'Ünïcode'.slice(at % 7)}@yard.example`)
  const store = aStore()
  await store.put(values.map((value, at) => answer(`page-${at}`, { json: JSON.stringify({ value }) })))
  await store.exchange([answer('page-0', { json: JSON.stringify({ value: values[1] }) })], [])
  const [onDevice, found] = [await dump(), await store.find('page-7')]
  expect(
    values.filter((value) => onDevice.includes(value) || onDevice.includes(Buffer.from(value).toString('latin1'))),
  ).toEqual([])
  expect(onDevice).not.toContain('Secret')
  expect(found?.json).toContain(values[7])
})

test('a response sealed with another key is not found, and is deleted', async () => {
  const store = aStore()
  await store.put([answer('drivers')])
  store.close()
  expect(await aStore({ sealer: otherDeviceSealer }).find('drivers')).toBeNull()
  expect(await allRows()).toEqual([])
  expect(troubles).toEqual([])
})

test('a response that was altered in any way, or moved, is not found', async () => {
  const tampers: Record<string, (row: Row) => Row> = {
    'under another query': (row) => ({ ...row, hash: 'moved' }),
    'with another age': (row) => ({ ...row, asOf: 9_999 }),
    'with other required access': (row) => ({ ...row, needs: { access: view('schedule') } }),
    'without required access': ({ needs: _, ...row }) => row,
    'with another tag': (row) => ({ ...row, etag: 'W/"2"' }),
    'without a tag': ({ etag: _, ...row }) => row,
    unencrypted: ({ sealed: _, ...row }) => ({ ...row, json: '"planted"' }),
    'with text in place of the sealed bytes': (row) => ({ ...row, sealed: '"planted"' }),
    'cut short': (row) => ({ ...row, sealed: (row.sealed as Uint8Array).slice(0, 20) }),
  }
  for (const [how, tamper] of Object.entries(tampers)) {
    const store = aStore()
    await store.put([answer('drivers', { etag: 'W/"1"' })])
    const changed = tamper((await rowsOf('answers'))[0]!)
    await raw((db) => db.put('answers', changed))
    expect(await store.find(String(changed.hash)), how).toBeNull()
    await store.remove('drivers')
    store.close()
  }
  expect(troubles).toEqual([])
})

test('one changed byte at any position makes a response unreadable', async () => {
  const store = aStore()
  const changedByte = fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (where, by) => {
    await store.exchange([answer('drivers')], [])
    const row = (await rowsOf('answers'))[0]!
    const sealed = (row.sealed as Uint8Array).slice()
    const at = where % sealed.length
    sealed[at] = (sealed[at] ?? 0) ^ by
    await raw((db) => db.put('answers', { ...row, sealed }))
    expect(await store.find('drivers')).toBeNull()
  })
  await fc.assert(changedByte, { numRuns: 40 })
})

test('a row that was copied from another user’s store is not found', async () => {
  const other = `${user}-other`
  const theirs = aStore({}, other)
  await theirs.put([answer('drivers', { json: '"theirs"' })])
  const mine = aStore()
  await mine.put([answer('trucks')])
  const db = await openDB(queryStoreName(other))
  const row: Row = await db.get('answers', 'drivers')
  db.close()
  await raw((own) => own.put('answers', row))
  expect(await mine.find('drivers')).toBeNull()
})

describe('responses that an older version stored unencrypted', () => {
  const leftovers = ['long-ago', 'lately', 'just-now'].map((hash) => answer(hash))

  test('are readable immediately for a user who stayed signed in, and are sealed when the page is idle', async () => {
    await storeUnencrypted(leftovers)
    const store = aStore({ mayAdoptUnsealed: true })
    expect(await store.find('long-ago')).toMatchObject({ json: leftovers[0]!.json, asOf: 5000, needs: drivers })
    await eventually(async () => expect(await unencryptedCount()).toBe(0))
    expect(await dump()).not.toContain('the words of')
    store.close()
    const next = aStore()
    for (const { hash, json } of leftovers)
      expect(await next.find(hash)).toMatchObject({ json, asOf: 5000, needs: drivers })
    expect(troubles).toEqual([])
  })

  test('are deleted when their keys contain truck plates, because keys stay unencrypted', async () => {
    const of = (...plates: readonly string[]) => JSON.stringify(['figures', 'tolls', '-1', ...plates, {}])
    await storeUnencrypted([answer(of()), answer(of('IL-P883104-17')), answer(of('X', 'Y'))])
    const store = aStore({ mayAdoptUnsealed: true })
    await store.sealOlderAnswers()
    await eventually(async () => expect(await unencryptedCount()).toBe(0))
    expect((await allRows()).map(({ hash }) => hash)).toEqual([of(), of()])
  })

  test('are ignored and deleted after a sign-in: anyone could have planted them', async () => {
    await storeUnencrypted(leftovers)
    const store = aStore()
    expect(await store.find('lately')).toBeNull()
    expect(await allRows()).toEqual([])
  })

  test('are ignored once a version that seals has run: the next page deletes leftovers and planted rows', async () => {
    const first = aStore({ mayAdoptUnsealed: true })
    await first.put([answer('trucks')])
    first.close()
    await raw((db) => db.put('clear', { ...leftovers[0], dataVersion: 1 }))
    const store = aStore({ mayAdoptUnsealed: true })
    expect(await store.find('long-ago')).toBeNull()
    await raw((db) => db.put('clear', { ...leftovers[1], dataVersion: 1 }))
    await store.sealOlderAnswers()
    expect(await unencryptedCount()).toBe(0)
    expect(await store.find('trucks')).not.toBeNull()
  })

  test('are left alone while another tab seals them', async () => {
    await storeUnencrypted(leftovers)
    const idle: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
    const [one, other] = [aStore({ mayAdoptUnsealed: true }), aStore({ mayAdoptUnsealed: true })]
    await one.find('lately')
    await eventually(() => expect(idle).toHaveLength(1))
    await other.sealOlderAnswers()
    expect(await unencryptedCount()).toBe(3)
    idle[0]!()
    await eventually(async () => expect(await unencryptedCount()).toBe(0))
    expect(await other.find('lately')).not.toBeNull()
  })

  test('give way to newer responses, and do not come back when they were deleted meanwhile', async () => {
    await storeUnencrypted(leftovers)
    const store = aStore({ mayAdoptUnsealed: true })
    await store.put([answer('lately', { json: '"newer"', asOf: 7000 })])
    await store.remove('just-now')
    await eventually(async () => expect(await unencryptedCount()).toBe(0))
    expect(await store.find('lately')).toMatchObject({ json: '"newer"', asOf: 7000 })
    expect(await store.find('just-now')).toBeNull()
    expect(await store.find('long-ago')).not.toBeNull()
  })
})
