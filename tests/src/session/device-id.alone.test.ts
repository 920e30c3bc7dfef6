import { beforeEach, expect, test, vi } from 'vitest'
import { connectionTo } from '#src/browser/connection.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'

/** The id that a newly loaded page finds. */
async function idOfNextPage(): Promise<string> {
  vi.resetModules()
  return (await import('#src/session/device-id.ts')).deviceId()
}

async function putInDatabase(id: string): Promise<void> {
  const db = connectionTo<{ device: { key: string; value: string } }>('haulyard-device', {
    version: 1,
    upgrade: (database) => void database.createObjectStore('device'),
  })
  await db.run(['device'], 'readwrite', async (tx) => void (await tx.objectStore('device').put(id, 'id')))
  await db.close()
}

const loseDatabases = () => vi.stubGlobal('indexedDB', new IDBFactory())
const loseCaches = () => vi.stubGlobal('caches', fakeCacheStorage())

beforeEach(() => {
  openPage()
  loseDatabases()
  loseCaches()
})

test('a device keeps its id when it loses any one or two of its three kinds of storage', async () => {
  const id = await idOfNextPage()
  const losses = [() => localStorage.clear(), loseDatabases, loseCaches]
  for (const first of losses) {
    for (const second of losses) {
      first()
      second()
      expect(await idOfNextPage()).toBe(id)
    }
  }
})

test('a device that has lost all three kinds of storage gets a new id', async () => {
  const id = await idOfNextPage()
  localStorage.clear()
  loseDatabases()
  loseCaches()
  expect(await idOfNextPage()).not.toBe(id)
})

test('if the copies differ, the majority wins; an invalid copy is ignored', async () => {
  const id = await idOfNextPage()
  localStorage.setItem('haulyard:device', '0197b1f0-0000-4000-8000-00000000ffff')
  expect(await idOfNextPage()).toBe(id)
  expect(localStorage.getItem('haulyard:device')).toBe(id)
  localStorage.setItem('haulyard:device', 'rubbish')
  await putInDatabase('rubbish')
  expect(await idOfNextPage()).toBe(id)
})
