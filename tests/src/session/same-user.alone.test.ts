import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserPorts } from '#src/session/session-ports.ts'
import { SessionStore } from '#src/session/session-store.ts'
import { ACCESS_COOKIE, browserCookies, REFRESH_COOKIE } from '#src/session/tokens/cookies.ts'
import { aToken, openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeKeyVault } from '#tests/support/browser/fake-key-vault.ts'
import { fakeVault } from '#tests/support/browser/fake-vault.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { keysOf } from '#tests/support/server/device-keys.ts'

const maria = aUser({ id: 7 })

beforeEach(() => {
  openPage()
})
afterEach(() => vi.unstubAllGlobals())

function signIn(access: string, refresh = 'r1'): void {
  browserCookies.write(ACCESS_COOKIE, access, 60)
  browserCookies.write(REFRESH_COOKIE, refresh, 60)
  localStorage.setItem('haulyard:signed-in', 'yes')
}

function signOut(): void {
  browserCookies.remove(ACCESS_COOKIE)
  browserCookies.remove(REFRESH_COOKIE)
  localStorage.clear()
}

/** A tab at the moment of its freeze, with the user who is signed in then. */
async function aFrozenTab(): Promise<SessionStore> {
  const keys = fakeKeyVault()
  keys.userKeys = await keysOf('7')
  const store = new SessionStore({
    ...browserPorts(),
    vault: fakeVault(),
    keys,
    notifyTabs: () => undefined,
    onTabNews: () => undefined,
  })
  await store.start(async () => ({ user: maria, lock: null }))
  store.noteFreeze()
  return store
}

const hers = (n = 1) => aToken({ sub: '7', sid: 's1', n })

test('a page whose user is still signed in continues, even with a newer token', async () => {
  signIn(hers())
  const tab = await aFrozenTab()
  expect(tab.isSameUserSignedIn()).toBe(true)
  signIn(hers(2))
  expect(tab.isSameUserSignedIn()).toBe(true)
})

test('a page does not continue after a sign-out, even if the tab has its own choice', async () => {
  signIn(hers())
  const tab = await aFrozenTab()
  signOut()
  sessionStorage.setItem('haulyard:signed-in', 'yes')
  expect(tab.isSameUserSignedIn()).toBe(false)
})

test('a page does not continue after another user’s sign-in, even if the tokens name no user', async () => {
  signIn(hers())
  const tab = await aFrozenTab()
  signIn(aToken({ sub: '9', sid: 's9' }))
  expect(tab.isSameUserSignedIn()).toBe(false)
  signOut()
  signIn('opaque', 'r1')
  const other = await aFrozenTab()
  expect(other.isSameUserSignedIn()).toBe(true)
  signIn('opaque too', 'r2')
  expect(other.isSameUserSignedIn()).toBe(false)
})

test('a page without a signed-in user continues until a user signs in', async () => {
  const tab = await aFrozenTab()
  expect(tab.isSameUserSignedIn()).toBe(true)
  signIn(hers())
  expect(tab.isSameUserSignedIn()).toBe(false)
})
