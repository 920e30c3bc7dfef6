import { beforeEach, describe, expect, test, vi } from 'vitest'
import { importSealKey } from '#src/seal/sealer.ts'
import { indexedDbKeyVault } from '#src/session/tokens/key-vault.ts'

const keys = [await importSealKey('0000002a', new Uint8Array(32).fill(7))]
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

const keep = (user: string) => indexedDbKeyVault.save({ user, keys, signIn: null })
beforeEach(() => keep('1'))

describe('forgetting the keys', () => {
  test('leaves no key and no database', async () => {
    expect((await indexedDbKeyVault.find())?.user).toBe('1')
    await indexedDbKeyVault.forget()
    expect(await databases()).toEqual([])
    expect(await indexedDbKeyVault.find()).toBeNull()
  })

  test('deletes a scratch database before and after the keys’ database, so that the browser rewrites its files', async () => {
    const dropped = vi.spyOn(indexedDB, 'deleteDatabase')
    await indexedDbKeyVault.forget()
    expect(dropped.mock.calls.map(([name]) => name)).toEqual(['haulyard-scratch', 'haulyard-keys', 'haulyard-scratch'])
  })

  test('keeps the keys of a user who signs in meanwhile', async () => {
    const gone = indexedDbKeyVault.forget()
    await Promise.all([gone, keep('2')])
    expect((await indexedDbKeyVault.find())?.user).toBe('2')
  })

  test('also works when the scratch database cannot be created', async () => {
    const { open } = indexedDB
    vi.spyOn(indexedDB, 'open').mockImplementation(function (this: IDBFactory, name, version) {
      if (name === 'haulyard-scratch') throw new DOMException('full', 'QuotaExceededError')
      return open.call(indexedDB, name, version)
    })
    await indexedDbKeyVault.forget()
    vi.restoreAllMocks()
    expect(await databases()).toEqual([])
  })
})
