import { expect, test } from 'vitest'
import { indexedDbVault } from '#src/session/tokens/token-vault.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'

const access = aToken({ sub: '7', sid: 's1', n: 1 })

test('of a token whose second half the host keeps the vault has nothing: the first lies beside the keys', async () => {
  await indexedDbVault.save({ access, refresh: 'half', isSplit: true })
  expect(await indexedDbVault.find()).toEqual({ access, refresh: null })
})

test('a whole token is kept until the session ends, and then which one that was', async () => {
  await indexedDbVault.save({ access, refresh: 'whole', isSplit: false })
  expect(await indexedDbVault.find()).toEqual({ access, refresh: 'whole' })
  await indexedDbVault.end('s1')
  expect([await indexedDbVault.find(), await indexedDbVault.ended()]).toEqual([null, 's1'])
})
