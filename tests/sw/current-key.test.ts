import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { aboutOf, importSealKey, openText, sealText } from '#src/seal/sealer.ts'
import { createKeyFinder } from '#sw/current-key.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const HERE = aboutOf('lists', '7', 'x')
const keyOf = (number: number) => importSealKey(number.toString(16).padStart(8, '0'), new Uint8Array(32).fill(number))

let factory = new IDBFactory()
let now = 0
let giveUp: () => void = () => undefined
const someKeys = () =>
  createKeyFinder({
    indexedDB: factory,
    now: () => now,
    after: () =>
      new Promise((resolve) => {
        giveUp = resolve
      }),
  })

const ended = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
/** A page writes down who is signed in. */
async function signIn(value: unknown, store = 'keys'): Promise<void> {
  const opening = factory.open('haulyard-keys', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(store)
  const db = await ended(opening)
  await ended(db.transaction(store, 'readwrite').objectStore(store).put(value, 'here'))
  db.close()
}
const signOut = () => ended(factory.deleteDatabase('haulyard-keys'))
const databases = async () => (await factory.databases()).map(({ name }) => name)

beforeEach(() => {
  factory = new IDBFactory()
  now = 0
})

describe('the key that the worker finds', () => {
  it('is of the person who is signed in: it seals with their first key, and opens with any', async () => {
    await signIn({ user: '7', keys: [await keyOf(2), await keyOf(1)] })
    const found = await someKeys().find('7')
    expect(found?.user).toBe('7')
    const { sealer } = found!
    expect(await openText(await aSealer(2), await sealText(sealer, 'new', HERE), HERE)).toBe('new')
    expect(await openText(sealer, await sealText(await aSealer(1), 'old', HERE), HERE)).toBe('old')
  })

  it('is none while nobody is signed in, and no database is made by looking', async () => {
    expect(await someKeys().find()).toBeNull()
    expect(await databases()).toEqual([])
  })

  it('is none for another person', async () => {
    await signIn({ user: '7', keys: [await keyOf(1)] })
    expect(await someKeys().find('8')).toBeNull()
  })

  it('is not known any more once it is told that somebody has gone', async () => {
    const keys = someKeys()
    await signIn({ user: '7', keys: [await keyOf(1)] })
    expect(await keys.find('7')).not.toBeNull()
    await signOut()
    keys.forget()
    expect(await keys.find('7')).toBeNull()
  })

  it('counts for three seconds without another look, and is looked for again for somebody else', async () => {
    const keys = someKeys()
    await signIn({ user: '7', keys: [await keyOf(1)] })
    await keys.find('7')
    await signOut()
    now = 2999
    expect(await keys.find()).not.toBeNull()
    await signIn({ user: '8', keys: [await keyOf(2)] })
    expect((await keys.find('8'))?.user).toBe('8')
    await signOut()
    now = 9000
    expect(await keys.find()).toBeNull()
  })

  it('does not count when the person goes while it is looked for', async () => {
    await signIn({ user: '7', keys: [await keyOf(1)] })
    const keys = someKeys()
    const finding = keys.find('7')
    keys.forget()
    expect(await finding).toBeNull()
    await signOut()
    expect(await keys.find('7')).toBeNull()
  })

  it('holds up no sign-out', async () => {
    await signIn({ user: '7', keys: [await keyOf(1)] })
    await Promise.all([someKeys().find('7'), signOut()])
    expect(await databases()).toEqual([])
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'planted'],
    ['no keys', { user: '7', keys: [] }],
    ['what is no key', { user: '7', keys: [{ id: '00000001', key: 'planted' }] }],
    ['what is no list', { user: '7', keys: { 0: 'planted' } }],
    ['nobody', { keys: [] }],
  ])('is none where %s stands in its place', async (_, value) => {
    await signIn(value)
    expect(await someKeys().find()).toBeNull()
  })

  it('is none in a database of another layout', async () => {
    await signIn('something else', 'others')
    expect(await someKeys().find()).toBeNull()
  })

  it('is none where the browser does not answer, or allows no database', async () => {
    const silent = { open: () => ({}) as IDBOpenDBRequest }
    const after = () =>
      new Promise<void>((resolve) => {
        giveUp = resolve
      })
    const finding = createKeyFinder({ indexedDB: silent, now: () => now, after }).find()
    giveUp()
    expect(await finding).toBeNull()
    const refusing = {
      open: () => {
        throw new DOMException('no', 'SecurityError')
      },
    }
    expect(await createKeyFinder({ indexedDB: refusing, now: () => now, after }).find()).toBeNull()
  })
})
