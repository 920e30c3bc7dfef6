import { openDB } from 'idb'
import { beforeEach, expect, test, vi } from 'vitest'
import { draftDatabaseName, type StoredDraft } from '#src/offline/drafts/draft-database.ts'
import { idbDraftStore } from '#src/offline/drafts/draft-store.ts'
import { forgetOldDrafts } from '#src/offline/drafts/forget-old-drafts.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const sealer = await aSealer()
const TYPED_AT = 1_800_000_000_000
const DAY_MS = 24 * 60 * 60_000
let userCount = 0
let user = ''
beforeEach(() => {
  userCount += 1
  user = `typist-${userCount}`
})

const draft = (id: string, over: Partial<StoredDraft> = {}): StoredDraft => ({
  id,
  kind: 'maintenance.new',
  key: 'new',
  version: 1,
  value: { text: `typed ${id}` },
  words: { record: 'Truck 4711', text: `typed ${id}` },
  startedAt: TYPED_AT,
  savedAt: TYPED_AT,
  ...over,
})

/**
 * Stores drafts as database version 2 did: in two object stores, unencrypted. `files`: draft id, file name, content.
 */
async function storeAsVersion2(drafts: readonly StoredDraft[], files: readonly [string, string, Blob][] = []) {
  const db = await openDB(draftDatabaseName(user), 2, {
    upgrade(created) {
      created.createObjectStore('drafts', { keyPath: 'id' })
      created.createObjectStore('files')
    },
  })
  for (const one of drafts) await db.put('drafts', one)
  for (const [id, name, file] of files) await db.put('files', file, [id, name])
  db.close()
}
/** Stores a draft as database version 1 did: with its files inside it. */
async function storeAsVersion1(one: StoredDraft) {
  const db = await openDB(draftDatabaseName(user), 1, {
    upgrade: (created) => void created.createObjectStore('drafts', { keyPath: 'id' }),
  })
  await db.put('drafts', one)
  db.close()
}
async function counts(): Promise<Record<string, number>> {
  const db = await openDB(draftDatabaseName(user))
  const each = await Promise.all([...db.objectStoreNames].map(async (name) => [name, await db.count(name)] as const))
  db.close()
  return Object.fromEntries(each)
}
const idsOf = (drafts: readonly StoredDraft[]) => drafts.map(({ id }) => id).sort()
const photoOf = (found: StoredDraft | undefined) => (found!.value as { readonly photo: File }).photo

test('unencrypted drafts of an older version are sealed on the first read and offered unchanged', async () => {
  const photo = new File(['axle'], 'axle.jpg', { type: 'image/jpeg' })
  const withPhoto = draft('b', { value: { text: 'typed b', photo: { 'haulyard:file': 'p1' } } })
  await storeAsVersion2([draft('a'), withPhoto], [['b', 'p1', photo]])
  const found = await idbDraftStore(user, sealer).all()
  expect(found[0]).toEqual(draft('a'))
  const [{ name, type }, text] = [photoOf(found[1]), await photoOf(found[1]).text()]
  expect([name, type, text]).toEqual(['axle.jpg', 'image/jpeg', 'axle'])
  expect(await counts()).toEqual({ drafts: 2, files: 1, unsealed: 0, unsealedFiles: 0 })
  expect(idsOf(await idbDraftStore(user, await aSealer(2)).all())).toEqual([])
})

test('a draft of database version 1, with its photo inside, is sealed too', async () => {
  await storeAsVersion1(draft('a', { value: { photo: new File(['axle'], 'axle.jpg') } }))
  const [found] = await idbDraftStore(user, sealer).all()
  expect([photoOf(found).name, await photoOf(found).text()]).toEqual(['axle.jpg', 'axle'])
  expect(await counts()).toEqual({ drafts: 1, files: 1, unsealed: 0, unsealedFiles: 0 })
})

test('sealing older drafts writes no plain text again', async () => {
  await storeAsVersion2([draft('a')])
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  await idbDraftStore(user, sealer).all()
  const written = put.mock.calls.map(([value]) =>
    JSON.stringify(value, (_, part) => (part instanceof Uint8Array ? '' : part)),
  )
  put.mockRestore()
  expect(written.filter((text) => /typed|4711/.test(text))).toEqual([])
  expect(written).toHaveLength(1)
})

test('a crash at any point of the sealing loses nothing, and the next read continues it', async () => {
  const files = ['a', 'b', 'c'].map((id): [string, string, Blob] => [id, 'p', new File([id], `${id}.jpg`)])
  const all = files.map(([id]) => draft(id, { value: { photo: { 'haulyard:file': 'p' } } }))
  for (let lastRequest = 0; lastRequest < 30; lastRequest += 1) {
    user = `typist-who-dies-${lastRequest}`
    await storeAsVersion2(all, files)
    let requests = 0
    const dying = (method: 'put' | 'delete' | 'get') => {
      const real = IDBObjectStore.prototype[method]
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
        this: IDBObjectStore,
        ...args: unknown[]
      ) {
        requests += 1
        if (requests > lastRequest) throw new DOMException('The browser has ended.', 'AbortError')
        return Reflect.apply(real, this, args)
      })
    }
    dying('put')
    dying('delete')
    dying('get')
    await idbDraftStore(user, sealer)
      .all()
      .catch(() => undefined)
    vi.restoreAllMocks()
    const found = await idbDraftStore(user, sealer).all()
    expect(await Promise.all(found.map(async (one) => [one.id, await photoOf(one).text()]))).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ])
    expect(await counts()).toEqual({ drafts: 3, files: 3, unsealed: 0, unsealedFiles: 0 })
  }
})

test('two tabs that seal at the same time store each draft once', async () => {
  await storeAsVersion2(
    [draft('a', { value: { photo: { 'haulyard:file': 'p' } } }), draft('b')],
    [['a', 'p', new Blob(['x'])]],
  )
  const [left, right] = await Promise.all([idbDraftStore(user, sealer).all(), idbDraftStore(user, sealer).all()])
  expect([idsOf(left), idsOf(right)]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  expect(await counts()).toEqual({ drafts: 2, files: 1, unsealed: 0, unsealedFiles: 0 })
})

test('a draft that is discarded before it is sealed is gone', async () => {
  await storeAsVersion2([draft('a'), draft('b')])
  await idbDraftStore(user, sealer).remove('a')
  expect(idsOf(await idbDraftStore(user, sealer).all())).toEqual(['b'])
})

test('an unencrypted row planted among the sealed drafts is ignored', async () => {
  await idbDraftStore(user, sealer).put(draft('own'))
  const db = await openDB(draftDatabaseName(user))
  await db.put('drafts', draft('planted'))
  db.close()
  expect(idsOf(await idbDraftStore(user, sealer).all())).toEqual(['own'])
})

test('a full disk loses nothing: the read fails, and the next read seals the draft', async () => {
  await storeAsVersion2([draft('a')])
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError')
  })
  await expect(idbDraftStore(user, sealer).all()).rejects.toThrow('The disk is full.')
  vi.restoreAllMocks()
  expect(idsOf(await idbDraftStore(user, sealer).all())).toEqual(['a'])
})

test('a photo whose bytes the device has lost becomes null; the text of its draft is sealed', async () => {
  const photo = new File(['axle'], 'axle.jpg')
  await storeAsVersion2(
    [draft('a', { value: { text: 'words', photo: { 'haulyard:file': 'p' } } })],
    [['a', 'p', photo]],
  )
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
  const [found] = await idbDraftStore(user, sealer).all()
  expect(found?.value).toEqual({ text: 'words', photo: null })
  vi.restoreAllMocks()
})

test('unencrypted drafts of another user are deleted after 30 days without that user’s key, and stay until then', async () => {
  await storeAsVersion2(
    [draft('old'), draft('young', { savedAt: TYPED_AT + 20 * DAY_MS })],
    [['old', 'p', new Blob(['x'])]],
  )
  await forgetOldDrafts(TYPED_AT + 31 * DAY_MS)
  expect(await counts()).toEqual({ drafts: 0, files: 0, unsealed: 1, unsealedFiles: 0 })
  expect(idsOf(await idbDraftStore(user, sealer).all())).toEqual(['young'])
})

const circle: Record<string, unknown> = {}
circle.itself = circle

test.each([
  ['required fields are missing', { id: 'x', savedAt: TYPED_AT, value: 'no words' }],
  ['a circular value', { ...draft('x'), value: circle }],
  ['a bigint, which JSON can’t express', { ...draft('x'), access: { need: 1n } }],
])('a row that no version of the app could have written is deleted: %s', async (_, value) => {
  const planted = value as unknown as StoredDraft
  await storeAsVersion2([draft('a'), planted])
  expect(idsOf(await idbDraftStore(user, sealer).all())).toEqual(['a'])
  expect(await counts()).toMatchObject({ drafts: 1, unsealed: 0 })
})

test('a planted row with a circular value does not keep sealed drafts from being read', async () => {
  const store = idbDraftStore(user, sealer)
  await store.put(draft('a'))
  const planted = { ...draft('x'), access: circle, sealed: new Uint8Array(40) }
  const db = await openDB(draftDatabaseName(user))
  await db.put('drafts', planted)
  db.close()
  expect(idsOf(await store.all())).toEqual(['a'])
})
