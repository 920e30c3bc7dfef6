import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach } from 'vitest'

// Each test starts with an empty IndexedDB. Code of the test before may still write to its own, which it has open.
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
