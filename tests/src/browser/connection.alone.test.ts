import 'fake-indexeddb/auto'
import type { DBSchema } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Connection } from '#src/browser/connection.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { eventually } from '#tests/support/eventually.ts'

interface Schema extends DBSchema {
  words: { key: string; value: string }
}

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const freeze = () => page.document.dispatchEvent(new Event('freeze'))
const resume = () => page.document.dispatchEvent(new Event('resume'))
/** Longer than an idle transaction lasts. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 20))

let databases = 0
async function aDatabase() {
  const { connectionTo } = await import('#src/browser/connection.ts')
  databases += 1
  const name = `words-${databases}`
  const layout = {
    version: 1,
    upgrade: (db: { createObjectStore(name: 'words'): unknown }) => void db.createObjectStore('words'),
  }
  return { name, open: () => connectionTo<Schema>(name, layout) }
}

const put = (connection: Connection<Schema>, key: string, word: string) =>
  connection.run(['words'], 'readwrite', (tx) => tx.objectStore('words').put(word, key))
const get = (connection: Connection<Schema>, key: string) =>
  connection.run(['words'], 'readonly', (tx) => tx.objectStore('words').get(key))

test('a transaction interrupted by a freeze writes nothing, blocks no other page, and runs again after the resume', async () => {
  const { open } = await aDatabase()
  const [frozen, other] = [open(), open()]
  let runs = 0
  const writing = frozen.run(['words'], 'readwrite', async (tx) => {
    runs += 1
    await tx.objectStore('words').put(`run ${runs}`, 'a')
    if (runs === 1) freeze()
    await tx.objectStore('words').put(`run ${runs}`, 'b')
    return runs
  })
  await eventually(() => expect(runs).toBe(1))
  await aWhile()
  // Another page has its own page-life module. Here it opens the database directly, without one.
  expect(runs).toBe(1)
  const { openDB } = await import('idb')
  const otherPage = await openDB<Schema>((await names())[0] ?? '')
  expect([await otherPage.get('words', 'a'), await otherPage.get('words', 'b')]).toEqual([undefined, undefined])
  await otherPage.put('words', 'theirs', 'a')
  otherPage.close()
  resume()
  expect(await writing).toBe(2)
  expect([await get(other, 'a'), await get(other, 'b')]).toEqual(['run 2', 'run 2'])
})

const names = async () =>
  (await indexedDB.databases()).flatMap(({ name }) => (name?.endsWith(`-${databases}`) ? name : []))

test('no transaction begins in a frozen page', async () => {
  const { open } = await aDatabase()
  const connection = open()
  await put(connection, 'a', 'before')
  freeze()
  let isWritten = false
  const writing = put(connection, 'a', 'after').then(() => {
    isWritten = true
  })
  await aWhile()
  expect(isWritten).toBe(false)
  resume()
  await writing
  expect(await get(connection, 'a')).toBe('after')
})

test('a frozen page has no connection that would block another page from deleting the database', async () => {
  const { open, name } = await aDatabase()
  await put(open(), 'a', 'mine')
  freeze()
  let isBlocked = false
  const { deleteDB } = await import('idb')
  await deleteDB(name, {
    blocked: () => {
      isBlocked = true
    },
  })
  expect(isBlocked).toBe(false)
})

test('the creation of a new database’s stores is aborted by a freeze, and repeated after the resume', async () => {
  const { openDatabase } = await import('#src/browser/open-database.ts')
  const { Connection: Class } = await import('#src/browser/connection.ts')
  await aDatabase()
  const name = `words-${databases}`
  let upgrades = 0
  const connection = new Class<Schema>((onClosed) =>
    openDatabase(
      name,
      {
        version: 1,
        upgrade: (db) => {
          upgrades += 1
          db.createObjectStore('words')
          if (upgrades === 1) freeze()
        },
      },
      onClosed,
    ),
  )
  const writing = put(connection, 'a', 'word')
  await eventually(() => expect(upgrades).toBe(1))
  resume()
  await writing
  expect([upgrades, await get(connection, 'a')]).toEqual([2, 'word'])
})

test('an error in a transaction is thrown, and nothing is written', async () => {
  const { open } = await aDatabase()
  const connection = open()
  const failing = connection.run(['words'], 'readwrite', async (tx) => {
    await tx.objectStore('words').put('half', 'a')
    throw new RangeError('too late')
  })
  await expect(failing).rejects.toThrow('too late')
  expect(await get(connection, 'a')).toBeUndefined()
})

test('a permanently closed connection is not reopened by a later call', async () => {
  const { open, name } = await aDatabase()
  const connection = open()
  await put(connection, 'a', 'word')
  await connection.close()
  await expect(get(connection, 'a')).rejects.toThrow('closed')
  const { deleteDB } = await import('idb')
  await deleteDB(name)
  expect(await names()).toEqual([])
})

test('a transaction that was already committing at the freeze is not run again, even if its work fails', async () => {
  const { open } = await aDatabase()
  const connection = open()
  let runs = 0
  const writing = connection.run(['words'], 'readwrite', async (tx) => {
    runs += 1
    await tx.objectStore('words').put(`run ${runs}`, 'a')
    tx.commit()
    freeze()
    throw new RangeError('the connection was lost')
  })
  await expect(writing).rejects.toThrow('the connection was lost')
  resume()
  expect([runs, await get(connection, 'a')]).toEqual([1, 'run 1'])
})
