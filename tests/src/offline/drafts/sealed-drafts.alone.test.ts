import fc from 'fast-check'
import { openDB } from 'idb'
import { beforeEach, describe, expect, test } from 'vitest'
import { edit } from '#contract/wire/access.ts'
import { type DraftNote, draftDatabaseName, type StoredDraft } from '#src/offline/drafts/draft-database.ts'
import { idbDraftStore } from '#src/offline/drafts/draft-store.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const [sealer, otherSealer] = [await aSealer(1), await aSealer(2)]
let userCount = 0
let user = ''
beforeEach(() => {
  userCount += 1
  user = `writer-${userCount}`
})

const draft = (over: Partial<StoredDraft> = {}): StoredDraft => ({
  id: 'one',
  kind: 'schedule.day',
  key: '12/2026-11-21',
  version: 1,
  access: edit('schedule'),
  value: { text: 'Off to Tulsa' },
  words: { record: 'Maria Lopez', text: 'Off to Tulsa' },
  startedAt: 1,
  savedAt: 2,
  ...over,
})
/** The raw content of the database: the rows of `drafts`, and all object stores as text. */
async function onDisk(): Promise<{ readonly rows: Record<string, unknown>[]; readonly text: string }> {
  const db = await openDB(draftDatabaseName(user))
  const all = await Promise.all([...db.objectStoreNames].map((name) => db.getAll(name)))
  const keys = await Promise.all([...db.objectStoreNames].map((name) => db.getAllKeys(name)))
  const rows = await db.getAll('drafts')
  db.close()
  const dump = JSON.stringify([all, keys], (_, part) =>
    part instanceof Uint8Array ? new TextDecoder('latin1').decode(part) : part,
  )
  return { rows, text: dump }
}
/** Changes the stored rows, as an attacker with developer tools could. */
async function alterRows(change: (row: Record<string, unknown>) => Record<string, unknown>): Promise<void> {
  const db = await openDB(draftDatabaseName(user))
  for (const row of await db.getAll('drafts')) await db.put('drafts', change(row))
  db.close()
}

describe('a draft on the device', () => {
  test('reveals only its form, access and times, and none of its content', async () => {
    const photo = new File(['the axle of 4711'], 'axle-4711.jpg', { type: 'image/jpeg', lastModified: 7 })
    const store = idbDraftStore(user, sealer)
    await store.put(draft({ value: { text: 'Off to Tulsa', photo } }))
    const { rows, text } = await onDisk()
    for (const word of ['Tulsa', 'Maria', '2026-11-21', '4711', 'image/jpeg']) expect(text).not.toContain(word)
    expect(rows.map((row) => Object.keys(row).sort())).toEqual([
      ['access', 'id', 'kind', 'savedAt', 'sealed', 'startedAt', 'version'],
    ])
  })

  test('is restored unchanged, including the name, type and date of each file', async () => {
    const photo = new File(['axle'], 'axle.jpg', { type: 'image/jpeg', lastModified: 7 })
    const blob = new Blob([], { type: 'text/plain' })
    const location = new Uint8Array([0, 255, 7])
    await idbDraftStore(user, sealer).put(draft({ value: { photo, blob, location, none: null } }))
    const [back] = await idbDraftStore(user, sealer).all()
    expect(back).toMatchObject({ ...draft(), value: { location, none: null } })
    const value = back!.value as { photo: File; blob: Blob }
    expect(value.photo).toBeInstanceOf(File)
    const { name, type, lastModified } = value.photo
    expect([await value.photo.text(), name, type, lastModified]).toEqual(['axle', 'axle.jpg', 'image/jpeg', 7])
    expect([value.blob instanceof File, value.blob.size, value.blob.type]).toEqual([false, 0, 'text/plain'])
  })

  test('is restored unchanged for any JSON value', async () => {
    const store = idbDraftStore(user, sealer)
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string(), async (value, key) => {
        await store.put(draft({ value: { value }, key }))
        const [back] = await idbDraftStore(user, sealer).all()
        expect(JSON.stringify(back)).toBe(JSON.stringify({ ...back, ...draft({ value: { value }, key }) }))
      }),
      { numRuns: 30 },
    )
  })

  test('does not open with another key, and stays stored for its own', async () => {
    await idbDraftStore(user, sealer).put(draft({ value: { photo: new Blob(['axle']) } }))
    expect(await idbDraftStore(user, otherSealer).all()).toEqual([])
    expect(await idbDraftStore(user, sealer).all()).toHaveLength(1)
  })

  test.each<[string, (row: Record<string, unknown>) => Record<string, unknown>]>([
    ['moved to another id', (row) => ({ ...row, id: 'two' })],
    ['moved to another form', (row) => ({ ...row, kind: 'users.profile' })],
    ['with other required access', (row) => ({ ...row, access: { need: 'session' } })],
    ['without required access', ({ access: _, ...row }) => row],
    ['with a later time', (row) => ({ ...row, savedAt: 3 })],
    [
      'with one byte changed',
      (row) => ({ ...row, sealed: (row.sealed as Uint8Array).map((one, at) => one ^ Number(at === 40)) }),
    ],
    ['without its sealed bytes', ({ sealed: _, ...row }) => row],
    ['unencrypted', ({ sealed: _, ...row }) => ({ ...draft(), ...row })],
    ['with text in place of the sealed bytes', (row) => ({ ...row, sealed: '\u0001 planted' })],
  ])('that was planted or altered is not offered: %s', async (_, change) => {
    await idbDraftStore(user, sealer).put(draft())
    await alterRows(change)
    const found = await idbDraftStore(user, sealer).all()
    expect(found.filter(({ id }) => id === change({ id: 'one' }).id)).toEqual([])
  })

  test('that was copied from another user’s store is not offered', async () => {
    await idbDraftStore(user, sealer).put(draft())
    const { rows } = await onDisk()
    user = `${user}-other`
    await idbDraftStore(user, sealer).put(draft({ id: 'own' }))
    const db = await openDB(draftDatabaseName(user))
    for (const row of rows) await db.put('drafts', row)
    db.close()
    expect((await idbDraftStore(user, sealer).all()).map(({ id }) => id)).toEqual(['own'])
  })

  test('that does not open can still be deleted by its time', async () => {
    await idbDraftStore(user, otherSealer).put(draft({ value: { photo: new Blob(['axle']) } }))
    const store = idbDraftStore(user, sealer)
    const seen: DraftNote[] = []
    await store.forgetMatching((note) => seen.push(note) === 0)
    expect(seen).toMatchObject([{ id: 'one', savedAt: 2 }])
    await store.forgetMatching(({ savedAt }) => savedAt === 2)
    const db = await openDB(draftDatabaseName(user))
    expect([await db.count('drafts'), await db.count('files')]).toEqual([0, 0])
    db.close()
  })
})

describe('the last write of a closing page', () => {
  test('starts without waiting for encryption, which was done while the user typed', async () => {
    const store = idbDraftStore(user, sealer)
    await store.put(draft())
    const write = store.prepare(draft({ value: { text: 'the last word' } }))
    // The last time in which the page can still encrypt.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const begun: string[] = []
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value, key) {
      begun.push(this.name)
      return put.call(this, value, key)
    }
    const written = write()
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    IDBObjectStore.prototype.put = put
    expect(begun).toEqual(['drafts'])
    await written
    expect((await store.all()).map(({ value }) => value)).toEqual([{ text: 'the last word' }])
  })
})

test('a photo whose draft another tab has deleted meanwhile is sealed and written again', async () => {
  const [here, there] = [idbDraftStore(user, sealer), idbDraftStore(user, sealer)]
  const photo = new Blob(['axle'])
  await here.put(draft({ value: { photo } }))
  await there.remove('one')
  await here.put(draft({ value: { photo, second: new Blob(['brakes']) } }))
  const [back] = await there.all()
  const value = back!.value as { photo: Blob; second: Blob }
  expect([await value.photo.text(), await value.second.text()]).toEqual(['axle', 'brakes'])
})

test('a photo stays when its draft is discarded and typed again during a read', async () => {
  const store = idbDraftStore(user, sealer)
  const photo = new Blob(['axle'])
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 30 }), async (turns) => {
      await store.put(draft({ value: { photo } }))
      const looking = store.all()
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      await store.remove('one')
      await looking
      await store.put(draft({ value: { photo, text: 'more' } }))
      const [back] = await idbDraftStore(user, sealer).all()
      const { photo: found } = back!.value as { photo: Blob | null }
      expect(await found?.text()).toBe('axle')
    }),
    { numRuns: 40 },
  )
})
