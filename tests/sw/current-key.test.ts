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
const aKeyFinder = () =>
  createKeyFinder({
    indexedDB: factory,
    now: () => now,
    after: () =>
      new Promise((resolve) => {
        giveUp = resolve
      }),
  })

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
/** Stores the signed-in user's keys, as a page does. */
async function signIn(value: unknown, store = 'keys'): Promise<void> {
  const opening = factory.open('haulyard-keys', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(store)
  const db = await resultOf(opening)
  await resultOf(db.transaction(store, 'readwrite').objectStore(store).put(value, 'here'))
  db.close()
}
const signOut = () => resultOf(factory.deleteDatabase('haulyard-keys'))
const databases = async () => (await factory.databases()).map(({ name }) => name)

beforeEach(() => {
  factory = new IDBFactory()
  now = 0
})

describe('the key that the worker finds', () => {
  it('belongs to the signed-in user: it seals with the user’s first key, and opens with any', async () => {
    await signIn({ user: '7', keys: [await keyOf(2), await keyOf(1)] })
    const found = await aKeyFinder().find('7')
    expect(found?.user).toBe('7')
    const { sealer } = found!
    expect(await openText(await aSealer(2), await sealText(sealer, 'new', HERE), HERE)).toBe('new')
    expect(await openText(sealer, await sealText(await aSealer(1), 'old', HERE), HERE)).toBe('old')
  })

  it('is null while no one is signed in, and looking for it creates no database', async () => {
    expect(await aKeyFinder().find()).toBeNull()
    expect(await databases()).toEqual([])
  })

  it('is null for another user', async () => {
    await signIn({ user: '7', keys: [await keyOf(1)] })
    expect(await aKeyFinder().find('8')).toBeNull()
  })

  it('is forgotten once the worker hears of a sign-out', async () => {
    const keys = aKeyFinder()
    await signIn({ user: '7', keys: [await keyOf(1)] })
    expect(await keys.find('7')).not.toBeNull()
    await signOut()
    keys.forget()
    expect(await keys.find('7')).toBeNull()
  })

  it('is cached for three seconds, and looked up again for another user', async () => {
    const keys = aKeyFinder()
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

  it('is not used if the user signs out during the lookup', async () => {
    await signIn({ user: '7', keys: [await keyOf(1)] })
    const keys = aKeyFinder()
    const finding = keys.find('7')
    keys.forget()
    expect(await finding).toBeNull()
    await signOut()
    expect(await keys.find('7')).toBeNull()
  })

  it('does not hold up a sign-out', async () => {
    await signIn({ user: '7', keys: [await keyOf(1)] })
    await Promise.all([aKeyFinder().find('7'), signOut()])
    expect(await databases()).toEqual([])
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'planted'],
    ['a user without keys', { user: '7', keys: [] }],
    ['a text instead of a key', { user: '7', keys: [{ id: '00000001', key: 'planted' }] }],
    ['an object instead of a list of keys', { user: '7', keys: { 0: 'planted' } }],
    ['an entry without a user', { keys: [] }],
  ])('is null where %s is in its place', async (_, value) => {
    await signIn(value)
    expect(await aKeyFinder().find()).toBeNull()
  })

  it('is null in a database with another layout', async () => {
    await signIn('something else', 'others')
    expect(await aKeyFinder().find()).toBeNull()
  })

  it('is null if the browser does not respond, or allows no database', async () => {
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
