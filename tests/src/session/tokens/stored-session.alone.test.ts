import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserPorts } from '#src/session/session-ports.ts'
import { ACCESS_COOKIE, browserCookies } from '#src/session/tokens/cookies.ts'
import { StoredSession } from '#src/session/tokens/stored-session.ts'
import { aToken, openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeVault } from '#tests/support/browser/fake-vault.ts'

const access = aToken({ sub: '7', sid: 's1' })
const tokens = { access, refresh: 'r1' }

beforeEach(() => {
  openPage()
})
afterEach(() => vi.unstubAllGlobals())

/** A device whose vault contains `tokens`. `ended`: the id of the session that was ended last. */
function aDevice({ ended = null }: { ended?: string | null } = {}) {
  const vault = fakeVault()
  Object.assign(vault, { tokens, lastEnded: ended })
  return { session: new StoredSession({ ...browserPorts(), vault }), vault }
}

test('a session whose local storage and cookies were lost is restored, with the choice', async () => {
  const { session } = aDevice()
  expect(await session.restore()).toEqual(tokens)
  expect([session.access, session.refresh, session.choice]).toEqual([access, 'r1', 'remembered'])
  // Nothing is left to restore.
  expect(await session.restore()).toBeNull()
})

test('a session whose local storage alone was lost keeps the existing cookies', async () => {
  const newer = aToken({ sub: '7', sid: 's1', n: 2 })
  browserCookies.write(ACCESS_COOKIE, newer, 60)
  const { session } = aDevice()
  expect(await session.restore()).toEqual(tokens)
  expect([session.access, session.choice]).toEqual([newer, 'remembered'])
})

test('a session that was signed out here is not restored, nor over another user’s cookies', async () => {
  expect(await aDevice({ ended: 's1' }).session.restore()).toBeNull()
  browserCookies.write(ACCESS_COOKIE, aToken({ sub: '99', sid: 's9' }), 60)
  const { session } = aDevice()
  expect(await session.restore()).toBeNull()
  expect(session.choice).toBeNull()
})

test('a sign-out is final even if the vault could not be written', async () => {
  const { session, vault } = aDevice()
  await session.restore()
  session.forget()
  expect(vault.tokens).toEqual(tokens)
  expect(await session.restore()).toBeNull()
  // A later sign-in is another session.
  vault.tokens = { access: aToken({ sub: '7', sid: 's2' }), refresh: 'r2' }
  expect(await session.restore()).toMatchObject({ refresh: 'r2' })
})

test('tokens that name no session are restored only with the choice', async () => {
  const { session, vault } = aDevice()
  vault.tokens = { access: aToken({ sub: '7' }), refresh: 'r3' }
  expect(await session.restore()).toBeNull()
  session.choose(true)
  expect(await session.restore()).toMatchObject({ refresh: 'r3' })
})

test('a tab with its own session is left alone', async () => {
  sessionStorage.setItem('haulyard:signed-in', 'yes')
  expect(await aDevice().session.restore()).toBeNull()
})

test('the user is stored only for a remembered session', async () => {
  const { session, vault } = aDevice()
  session.choose(false)
  await session.saveUser({ sealed: Uint8Array.of(5) })
  expect(vault.tokens).toEqual(tokens)
  session.choose(true)
  await session.saveUser({ sealed: Uint8Array.of(9) })
  expect(vault.tokens).toEqual({ ...tokens, person: { sealed: Uint8Array.of(9) } })
})
