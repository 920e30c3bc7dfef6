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

const [sealer, ofAnotherDevice] = [await aSealer(1), await aSealer(2)]
let now = 1_000_000
let troubles: unknown[] = []
let people = 0
let user = ''

beforeEach(() => {
  now = 1_000_000
  troubles = []
  people += 1
  user = `sealed-${people}`
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
/** The database past the app. */
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

/** All that lies in the database, as text and as the bytes of what is binary. */
async function dump(): Promise<string> {
  const bytes = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
  return JSON.stringify(await allRows(), bytes)
}

/** What the version of the app that did not seal has left. */
async function leftInClear(answers: readonly StoredAnswer[], version = 1) {
  const db = await openDB(queryStoreName(user), version, {
    upgrade(made) {
      made.createObjectStore('answers', { keyPath: 'hash' })
      made.createObjectStore('uses', { keyPath: 'hash' })
    },
  })
  for (const [at, { hash, json, asOf, needs }] of answers.entries()) {
    await db.put('answers', { hash, json, asOf, needs, dataVersion: 1 })
    await db.put('uses', { hash, asOf, needs, usedAt: at, size: json.length })
  }
  db.close()
}
const inClear = async () => (await rowsOf('clear')).length

test('nothing of two hundred values lies on the device as it was said', async () => {
  const values = Array.from({ length: 200 }, (_, at) => `Secret-${at}-${'Ünïcode'.slice(at % 7)}@yard.example`)
  const store = aStore()
  await store.put(values.map((value, at) => answer(`page-${at}`, { json: JSON.stringify({ value }) })))
  await store.exchange([answer('page-0', { json: JSON.stringify({ value: values[1] }) })], [])
  const [lying, found] = [await dump(), await store.find('page-7')]
  expect(
    values.filter((value) => lying.includes(value) || lying.includes(Buffer.from(value).toString('latin1'))),
  ).toEqual([])
  expect(lying).not.toContain('Secret')
  expect(found?.json).toContain(values[7])
})

test('what another device or person has sealed is not there, and goes', async () => {
  const store = aStore()
  await store.put([answer('drivers')])
  store.close()
  expect(await aStore({ sealer: ofAnotherDevice }).find('drivers')).toBeNull()
  expect(await allRows()).toEqual([])
  expect(troubles).toEqual([])
})

test('an answer that was changed in any way, or moved, is not there', async () => {
  const tampers: Record<string, (row: Row) => Row> = {
    'under another query': (row) => ({ ...row, hash: 'moved' }),
    'with another age': (row) => ({ ...row, asOf: 9_999 }),
    'with other needs': (row) => ({ ...row, needs: { access: view('schedule') } }),
    'with no needs': ({ needs: _, ...row }) => row,
    'with another tag': (row) => ({ ...row, etag: 'W/"2"' }),
    'with no tag': ({ etag: _, ...row }) => row,
    'in clear': ({ sealed: _, ...row }) => ({ ...row, json: '"planted"' }),
    'with words in the place of bytes': (row) => ({ ...row, sealed: '"planted"' }),
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

test('one changed byte, wherever it is, leaves nothing to be read', async () => {
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

test('a row that another person of this device had is not theirs', async () => {
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

describe('what a version that did not seal has kept', () => {
  const left = ['long-ago', 'lately', 'just-now'].map((hash) => answer(hash))

  test('is read at once by whoever was signed in all the while, and sealed when the page has nothing to do', async () => {
    await leftInClear(left)
    const store = aStore({ mayAdoptUnsealed: true })
    expect(await store.find('long-ago')).toMatchObject({ json: left[0]!.json, asOf: 5000, needs: drivers })
    await eventually(async () => expect(await inClear()).toBe(0))
    expect(await dump()).not.toContain('the words of')
    store.close()
    const next = aStore()
    for (const { hash, json } of left) expect(await next.find(hash)).toMatchObject({ json, asOf: 5000, needs: drivers })
    expect(troubles).toEqual([])
  })

  test('goes where it was called by the plates of trucks, for what it is called stays in clear', async () => {
    const of = (...plates: readonly string[]) => JSON.stringify(['figures', 'tolls', '-1', ...plates, {}])
    await leftInClear([answer(of()), answer(of('IL-P883104-17')), answer(of('X', 'Y'))])
    const store = aStore({ mayAdoptUnsealed: true })
    await store.sealOlderAnswers()
    await eventually(async () => expect(await inClear()).toBe(0))
    expect((await allRows()).map(({ hash }) => hash)).toEqual([of(), of()])
  })

  test('is not believed after a sign-in: anybody may have put it there', async () => {
    await leftInClear(left)
    const store = aStore()
    expect(await store.find('lately')).toBeNull()
    expect(await allRows()).toEqual([])
  })

  test('is not believed where a version that seals has been: the next page drops what is left, and what was planted', async () => {
    const first = aStore({ mayAdoptUnsealed: true })
    await first.put([answer('trucks')])
    first.close()
    await raw((db) => db.put('clear', { ...left[0], dataVersion: 1 }))
    const store = aStore({ mayAdoptUnsealed: true })
    expect(await store.find('long-ago')).toBeNull()
    await raw((db) => db.put('clear', { ...left[1], dataVersion: 1 }))
    await store.sealOlderAnswers()
    expect(await inClear()).toBe(0)
    expect(await store.find('trucks')).not.toBeNull()
  })

  test('and is being sealed by one tab is left alone by the others', async () => {
    await leftInClear(left)
    const idle: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
    const [one, other] = [aStore({ mayAdoptUnsealed: true }), aStore({ mayAdoptUnsealed: true })]
    await one.find('lately')
    await eventually(() => expect(idle).toHaveLength(1))
    await other.sealOlderAnswers()
    expect(await inClear()).toBe(3)
    idle[0]!()
    await eventually(async () => expect(await inClear()).toBe(0))
    expect(await other.find('lately')).not.toBeNull()
  })

  test('gives way to what is newer, and does not come back when it was taken off meanwhile', async () => {
    await leftInClear(left)
    const store = aStore({ mayAdoptUnsealed: true })
    await store.put([answer('lately', { json: '"newer"', asOf: 7000 })])
    await store.remove('just-now')
    await eventually(async () => expect(await inClear()).toBe(0))
    expect(await store.find('lately')).toMatchObject({ json: '"newer"', asOf: 7000 })
    expect(await store.find('just-now')).toBeNull()
    expect(await store.find('long-ago')).not.toBeNull()
  })
})
