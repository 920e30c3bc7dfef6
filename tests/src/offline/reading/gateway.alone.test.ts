import fc from 'fast-check'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { aToken } from '#tests/support/browser/fake-browser.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aGatewayAnswer } from '#tests/support/builders/a-gateway.ts'
import { aUser } from '#tests/support/builders/a-user.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'
import { newDeviceForEach, openApp } from '#tests/support/offline/reading-app.ts'

const user = aUser({ id: 7 })
let gateway: (() => Response) | null = null
const page = { count: 1, next: null, previous: null, results: [aDriver({ id: 1 })] }
const server = setupServer(
  http.all('*', () => gateway?.()),
  http.get('*/api/health/', () => HttpResponse.json({ status: 'ok' })),
  http.post('*/api/auth/jwt/create/', () =>
    HttpResponse.json({ access: aToken({ sub: '7', sid: 's7' }), refresh: 'r7' }),
  ),
  http.get('*/api/users/users/me/', () => HttpResponse.json(user)),
  http.get('*/api/drivers/', () => HttpResponse.json(page)),
)
newDeviceForEach(server)

test('a gateway’s response never empties a loaded list, on this page or after the next start', async () => {
  gateway = null
  const app = await openApp()
  await app.signIn()
  await app.prefetch(app.list)
  await app.flush()
  const rows = app.known()
  await fc.assert(
    fc.asyncProperty(aGatewayAnswer, async (answer) => {
      gateway = answer
      await app.queryClient.refetchQueries({ queryKey: app.list.queryKey })
      const { error, fetchStatus } = app.queryClient.getQueryState(app.list.queryKey) ?? {}
      expect(app.known()).toEqual(rows)
      const isOnline = app.isOnline()
      expect([app.readingState({ hasData: true, error, isOnline, isMissing: false }), fetchStatus]).toEqual([
        'ready',
        'idle',
      ])
      expect(app.sessionState()).toMatchObject({ state: 'signed_in', user })
    }),
    { numRuns: 60 },
  )
  await app.flush()
  gateway = () => Response.json({ message: 'Forbidden' }, { status: 403 })
  const after = await openApp()
  await after.prefetch(after.list)
  expect(after.known()?.data).toEqual(rows?.data)
  expect(after.sessionState()).toMatchObject({ state: 'signed_in', user })
})
