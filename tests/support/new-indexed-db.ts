import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach } from 'vitest'

// Nothing of the test before is on the device; what that has open it keeps, and may still write to.
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})
