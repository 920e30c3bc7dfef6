import { expect, test } from 'vitest'
import { indexedDbVault } from '#src/session/tokens/token-vault.ts'
import { aToken } from '#tests/support/browser/fake-browser.ts'

const access = aToken({ sub: '7', sid: 's1', n: 1 })

test('the vault stores no part of a split refresh token: its first half is in the key vault', async () => {
  await indexedDbVault.save({ access, refresh: 'half', isSplit: true })
  expect(await indexedDbVault.find()).toEqual({ access, refresh: null })
})

test('the vault stores a whole token until the session ends, and then which session it was', async () => {
  await indexedDbVault.save({ access, refresh: 'whole', isSplit: false })
  expect(await indexedDbVault.find()).toEqual({ access, refresh: 'whole' })
  await indexedDbVault.end('s1')
  expect([await indexedDbVault.find(), await indexedDbVault.ended()]).toEqual([null, 's1'])
})
