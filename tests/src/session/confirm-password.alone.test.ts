import { HttpResponse as AnyResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { setCredentials } from '#src/api/call.ts'
import { noteHostProof } from '#src/api/fetch-verified.ts'
import { confirmPassword } from '#src/session/confirm-password.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'

const server = setupServer()
const at = (path: string) => `http://app.test/api/${path}`
let logouts: unknown[] = []
let signIns = 0

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  openPage()
  logouts = []
  signIns = 0
  noteHostProof('no')
  setCredentials({ token: () => 'mine', refresh: () => Promise.resolve('refused') })
  server.use(
    // Another vendor's host does not have this endpoint.
    http.post(at('auth/confirm_password/'), () => AnyResponse.json({ detail: 'Not found.' }, { status: 404 })),
    http.post(at('auth/jwt/create/'), async ({ request }) => {
      signIns += 1
      const { password } = (await request.json()) as { password: string }
      if (password !== 'demo-haulyard') return AnyResponse.json({ detail: 'No active account.' }, { status: 401 })
      return AnyResponse.json({ access: 'a2', refresh: 'r2' })
    }),
    http.post(at('auth/logout/'), async ({ request }) => {
      logouts.push([request.headers.get('authorization'), await request.json()])
      return new AnyResponse(null, { status: 204 })
    }),
  )
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const respondToConfirm = (answer: () => Response) => server.use(http.post(at('auth/confirm_password/'), answer))

test('our server confirms the password within the current session, without a sign-in that would replace it', async () => {
  noteHostProof('yes')
  let received: unknown
  server.use(
    http.post(at('auth/confirm_password/'), async ({ request }) => {
      received = [request.headers.get('authorization'), await request.json()]
      return HttpResponse.of(null, { status: 204 })
    }),
  )
  await confirmPassword('maria@haulyard.example', 'demo-haulyard')
  expect(received).toEqual(['Bearer mine', { password: 'demo-haulyard' }])
  const problem = { current_password: ['Invalid password.'] }
  respondToConfirm(() => HttpResponse.json(problem, { status: 400 }))
  await expect(confirmPassword('maria@haulyard.example', 'guessed')).rejects.toMatchObject({ status: 400, problem })
  respondToConfirm(() => HttpResponse.json({ detail: 'Too many.' }, { status: 429 }))
  await expect(confirmPassword('maria@haulyard.example', 'guessed')).rejects.toMatchObject({ status: 429 })
  expect([signIns, logouts]).toEqual([0, []])
})

test.each([
  ['404', () => AnyResponse.json({ detail: 'Not found.' }, { status: 404 })],
  ['405', () => AnyResponse.json({ detail: 'Method not allowed.' }, { status: 405 })],
  ['a page of its own', () => AnyResponse.html('<h1>Not Found</h1>', { status: 404 })],
])('a host that answers the call with %s confirms the password by a sign-in', async (_, answer) => {
  respondToConfirm(answer)
  await confirmPassword('maria@haulyard.example', 'demo-haulyard')
  expect(signIns).toBe(1)
  await eventually(() => expect(logouts).toHaveLength(1))
})

test('a correct password is confirmed, and the session opened for it ends immediately', async () => {
  await confirmPassword('maria@haulyard.example', 'demo-haulyard')
  await eventually(() => expect(logouts).toEqual([['Bearer a2', { refresh: 'r2' }]]))
})

test('a wrong password is reported at its field, and no session was opened', async () => {
  const problem = { current_password: ['This is not your password.'] }
  await expect(confirmPassword('maria@haulyard.example', 'guessed')).rejects.toMatchObject({ status: 400, problem })
  expect(logouts).toEqual([])
})

test('any other failure is reported unchanged', async () => {
  server.use(http.post(at('auth/jwt/create/'), () => AnyResponse.json({ detail: 'Too many.' }, { status: 429 })))
  await expect(confirmPassword('maria@haulyard.example', 'x')).rejects.toMatchObject({ status: 429 })
  server.use(http.post(at('auth/jwt/create/'), () => HttpResponse.error()))
  await expect(confirmPassword('maria@haulyard.example', 'x')).rejects.toMatchObject({ kind: 'network' })
})
