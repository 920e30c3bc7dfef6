import { openDB } from 'idb'
import { beforeEach, expect, test, vi } from 'vitest'
import { draftDatabaseName, type StoredDraft } from '#src/offline/drafts/draft-database.ts'
import { hasFile } from '#src/offline/drafts/draft-files.ts'
import { idbDraftStore } from '#src/offline/drafts/draft-store.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const sealer = await aSealer()
let userCount = 0
let user = ''
beforeEach(() => {
  userCount += 1
  user = `photographer-${userCount}`
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
/** The draft of a form with photos. */
const formDraft = (text: string, photos: readonly File[]) => draft({ text, photos: photos.map((file) => ({ file })) })

/** The number of files in the draft database. */
async function filesOnDisk(): Promise<number> {
  const db = await openDB(draftDatabaseName(user))
  const count = await db.count('files')
  db.close()
  return count
}
/** Whether the value of a `put` call is the bytes of a file, not a draft. */
const isFile = ([value]: readonly unknown[]) => value instanceof Uint8Array
const textsOf = (photos: readonly { readonly file: Blob }[]) => Promise.all(photos.map(({ file }) => file.text()))
async function read(store = idbDraftStore(user, sealer)) {
  const [found] = await store.all()
  return found?.value as { readonly text: string; readonly photos: readonly { readonly file: File }[] }
}

test('a photo is written once, however often the text of its draft is written', async () => {
  const store = idbDraftStore(user, sealer)
  const photos = ['left', 'right'].map(photo)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  for (const text of ['b', 'br', 'brakes']) await store.put(formDraft(text, photos))
  const written = put.mock.calls.filter(isFile)
  put.mockRestore()
  expect(written).toHaveLength(2)
  const { text, photos: found } = await read()
  expect([text, ...(await textsOf(found))]).toEqual(['brakes', 'left', 'right'])
})

test('a photo that was restored with its draft is not written again', async () => {
  await idbDraftStore(user, sealer).put(formDraft('brakes', [photo('left')]))
  const store = idbDraftStore(user, sealer)
  const { photos } = await read(store)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  await store.put(formDraft('brakes and tires', [...photos.map(({ file }) => file), photo('new')]))
  const written = put.mock.calls.filter(isFile)
  put.mockRestore()
  expect(written).toHaveLength(1)
  expect(await textsOf((await read()).photos)).toEqual(['left', 'new'])
})

test('a photo removed from a draft is deleted from the device, and stored whole when it is added again', async () => {
  const store = idbDraftStore(user, sealer)
  const [left, right] = ['left', 'right'].map(photo)
  await store.put(formDraft('', [left!, right!]))
  await store.put(formDraft('', [right!]))
  expect(await filesOnDisk()).toBe(1)
  await store.put(formDraft('', [left!, right!]))
  expect(await textsOf((await read()).photos)).toEqual(['left', 'right'])
})

test('deleting a draft deletes only its own photos, and restoring it restores them', async () => {
  const store = idbDraftStore(user, sealer)
  await store.put(formDraft('', [photo('left')]))
  await store.put({ ...formDraft('', [photo('right')]), id: 'other' })
  const [removed] = (await store.all()).filter(({ id }) => id === 'one')
  await store.remove('one')
  expect(await filesOnDisk()).toBe(1)
  // The user undoes the discard.
  await store.put(removed!)
  expect(await filesOnDisk()).toBe(2)
})

test('a photo that the device has lost becomes null; the text of its draft is restored', async () => {
  await idbDraftStore(user, sealer).put(formDraft('brakes', [photo('left')]))
  const db = await openDB(draftDatabaseName(user))
  await db.clear('files')
  db.close()
  expect(await read()).toEqual({ text: 'brakes', photos: [{ file: null }] })
})

test('a disk too full for a new photo leaves the stored draft unchanged', async () => {
  const store = idbDraftStore(user, sealer)
  await store.put(formDraft('brakes', [photo('left')]))
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (isFile([value])) throw new DOMException('The disk is full.', 'QuotaExceededError')
    return put.call(this, value, key)
  })
  await expect(store.put(formDraft('brakes and tires', [photo('new')]))).rejects.toThrow('The disk is full.')
  vi.restoreAllMocks()
  const { text, photos } = await read()
  expect([text, ...(await textsOf(photos))]).toEqual(['brakes', 'left'])
})

test('a form has files when one is anywhere in its input', () => {
  expect(hasFile({ notes: ['a'], photos: [{ file: photo('a') }] })).toBe(true)
  expect([hasFile(null), hasFile({}), hasFile({ '': [] }), hasFile([{ file: 'a.jpg' }])]).toEqual(Array(4).fill(false))
})
