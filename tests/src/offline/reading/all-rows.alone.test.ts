import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aToken, openPage } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { openApp } from '#tests/support/offline/reading-app.ts'
import { deviceKeyCall } from '#tests/support/server/device-keys.ts'

/** Another user in each run, with nothing stored on the device. */
let user = aUser({ id: 1 })
let answer: () => Response = () => HttpResponse.json({ count: 1, next: null, previous: null, results: [aDriver()] })

const server = setupServer(
  deviceKeyCall,
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: String(user.id), sid: `s${user.id}` }), refresh: 'r' }),
  ),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.get('*/api/drivers/', () => answer()),
)

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => openPage())
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})

async function loadAllRows() {
  user = aUser({ id: user.id + 1 })
  const app = await openApp()
  await app.signIn()
  const { allRows } = await import('#src/offline/reading/all-rows.ts')
  return allRows(app.list, 'Drivers')
}

test('the error for missing rows names the reason: a refusal differs from a missing network', async () => {
  expect(await loadAllRows()).toHaveLength(1)
  answer = () => HttpResponse.json({ detail: 'Permission denied.' }, { status: 403 })
  await expect(loadAllRows()).rejects.toThrow('Drivers could not be loaded. Permission denied.')
  answer = () => HttpResponse.error()
  await expect(loadAllRows()).rejects.toThrow('Drivers are not saved on this device yet.')
})
