import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeDriverStatus } from '#src/areas/drivers/changes/driver-commands.ts'
import { openedOutbox, outboxSnapshot, registerCommands } from '#src/offline/outbox/outbox.ts'
import { startOffline } from '#src/offline/start-offline.ts'
import { sessionState, signIn } from '#src/session/session.ts'
import { ACCESS_COOKIE, browserCookies } from '#src/session/tokens/cookies.ts'
import { aToken, openPage } from '#tests/support/browser/fake-browser.ts'
import { fakeCacheStorage } from '#tests/support/browser/fake-cache-storage.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'
import { deviceKeyCall } from '#tests/support/server/device-keys.ts'

const user = aUser({ id: 7 })
const driver = aDriver({ id: 12, version: 1 })
const received: unknown[] = []
const server = setupServer(
  deviceKeyCall,
  http.post('*/api/auth/jwt/create/', () => HttpResponse.json({ access: aToken({ sub: '7' }), refresh: 'r7' })),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.patch('*/api/drivers/12/', async ({ request }) => {
    received.push(await request.json())
    return HttpResponse.json({ ...driver, version: 2 })
  }),
)
const form = { email: 'a@b.co', password: 'demo-haulyard', rememberMe: true }

beforeAll(() => {
  openPage()
  vi.stubGlobal('caches', fakeCacheStorage())
  server.listen({ onUnhandledFrame: 'error' })
})
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

test('changes that wait for a sign-in leave the outbox after it, even when the page had not noticed its missing cookies', async () => {
  registerCommands([changeDriverStatus])
  await startOffline()
  await signIn(form)
  browserCookies.remove(ACCESS_COOKIE)
  const toVacation = { was: driver, to: 'on_vacation', on: '2026-11-21', until: null } as const
  await submitChange(await openedOutbox(), changeDriverStatus, toVacation, 1)
  await eventually(() => expect(outboxSnapshot().state).toBe('sign_in'))
  expect(sessionState().state).toBe('signed_in')
  expect(received).toEqual([])
  await signIn(form)
  await eventually(() => expect(received).toMatchObject([{ status: 'on_vacation' }]))
  await eventually(() => expect(outboxSnapshot()).toMatchObject({ state: 'idle', waiting: 0 }))
})
