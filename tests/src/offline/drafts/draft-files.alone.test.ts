import { openDB } from 'idb'
import { beforeEach, expect, test, vi } from 'vitest'
import { draftDatabaseName, type StoredDraft } from '#src/offline/drafts/draft-database.ts'
import { idbDraftStore } from '#src/offline/drafts/draft-store.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const sealer = await aSealer()
let people = 0
let user = ''
beforeEach(() => {
  people += 1
  user = `photographer-${people}`
})

const photo = (content: string) => new File([content], `${content}.jpg`, { type: 'image/jpeg' })
const draft = (value: unknown, over: Partial<StoredDraft> = {}): StoredDraft => ({
  id: 'one',
  kind: 'inspections.new',
  key: 'new',
  version: 1,
  value,
  words: { record: '', text: '' },
  startedAt: 1,
  savedAt: 1,
  ...over,
})
/** What a form with photos holds. */
const typed = (text: string, photos: readonly File[]) => draft({ text, photos: photos.map((file) => ({ file })) })

/** How many files lie beside the drafts. */
async function filesOnDisk(): Promise<number> {
  const db = await openDB(draftDatabaseName(user))
  const count = await db.count('files')
  db.close()
  return count
}
/** Whether what is put into a store is a file's bytes, and no draft. */
const isFile = ([value]: readonly unknown[]) => value instanceof Uint8Array
const textsOf = (photos: readonly { readonly file: Blob }[]) => Promise.all(photos.map(({ file }) => file.text()))
async function read(store = idbDraftStore(user, sealer)) {
  const [found] = await store.all()
  return found?.value as { readonly text: string; readonly photos: readonly { readonly file: File }[] }
}

test('a photo is written once, however often the words beside it are', async () => {
  const store = idbDraftStore(user, sealer)
  const photos = ['left', 'right'].map(photo)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  for (const text of ['b', 'br', 'brakes']) await store.put(typed(text, photos))
  const written = put.mock.calls.filter(isFile)
  put.mockRestore()
  expect(written).toHaveLength(2)
  const { text, photos: found } = await read()
  expect([text, ...(await textsOf(found))]).toEqual(['brakes', 'left', 'right'])
})

test('a photo that came back with its draft is not written again either', async () => {
  await idbDraftStore(user, sealer).put(typed('brakes', [photo('left')]))
  const store = idbDraftStore(user, sealer)
  const { photos } = await read(store)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  await store.put(typed('brakes and tires', [...photos.map(({ file }) => file), photo('new')]))
  const written = put.mock.calls.filter(isFile)
  put.mockRestore()
  expect(written).toHaveLength(1)
  expect(await textsOf((await read()).photos)).toEqual(['left', 'new'])
})

test('a photo that is taken away leaves the device, and comes back whole when it is put back', async () => {
  const store = idbDraftStore(user, sealer)
  const [left, right] = ['left', 'right'].map(photo)
  await store.put(typed('', [left!, right!]))
  await store.put(typed('', [right!]))
  expect(await filesOnDisk()).toBe(1)
  await store.put(typed('', [left!, right!]))
  expect(await textsOf((await read()).photos)).toEqual(['left', 'right'])
})

test('the photos go with their draft, and with no other', async () => {
  const store = idbDraftStore(user, sealer)
  await store.put(typed('', [photo('left')]))
  await store.put({ ...typed('', [photo('right')]), id: 'other' })
  const [given] = (await store.all()).filter(({ id }) => id === 'one')
  await store.remove('one')
  expect(await filesOnDisk()).toBe(1)
  // The person takes back that it was given up.
  await store.put(given!)
  expect(await filesOnDisk()).toBe(2)
})

test('a photo that the device has lost is missing; the words come back', async () => {
  await idbDraftStore(user, sealer).put(typed('brakes', [photo('left')]))
  const db = await openDB(draftDatabaseName(user))
  await db.clear('files')
  db.close()
  expect(await read()).toEqual({ text: 'brakes', photos: [{ file: null }] })
})

test('a disk that is full for one photo leaves the draft as it was, whole', async () => {
  const store = idbDraftStore(user, sealer)
  await store.put(typed('brakes', [photo('left')]))
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (isFile([value])) throw new DOMException('The disk is full.', 'QuotaExceededError')
    return put.call(this, value, key)
  })
  await expect(store.put(typed('brakes and tires', [photo('new')]))).rejects.toThrow('The disk is full.')
  vi.restoreAllMocks()
  const { text, photos } = await read()
  expect([text, ...(await textsOf(photos))]).toEqual(['brakes', 'left'])
})
