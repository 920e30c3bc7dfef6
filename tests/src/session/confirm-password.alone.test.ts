import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmPassword } from '#src/session/confirm-password.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openPage } from '#tests/support/fake-browser.ts'
import { HttpResponse } from '#tests/support/our-answers.ts'

const server = setupServer()
const at = (path: string) => `http://app.test/api/${path}`
let ended: unknown[] = []

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  openPage()
  ended = []
  server.use(
    http.post(at('auth/jwt/create/'), async ({ request }) => {
      const { password } = (await request.json()) as { password: string }
      if (password !== 'demo-haulyard') return HttpResponse.json({ detail: 'No active account.' }, { status: 401 })
      return HttpResponse.json({ access: 'a2', refresh: 'r2' })
    }),
    http.post(at('auth/logout/'), async ({ request }) => {
      ended.push([request.headers.get('authorization'), await request.json()])
      return HttpResponse.of(null, { status: 204 })
    }),
  )
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test('the own password is right, and the session that said so is over at once', async () => {
  await confirmPassword('maria@haulyard.example', 'demo-haulyard')
  await eventually(() => expect(ended).toEqual([['Bearer a2', { refresh: 'r2' }]]))
})

test('a wrong one stands at its field; no session was opened', async () => {
  const problem = { current_password: ['This is not your password.'] }
  await expect(confirmPassword('maria@haulyard.example', 'guessed')).rejects.toMatchObject({ status: 400, problem })
  expect(ended).toEqual([])
})

test('what the server says otherwise is said as it is', async () => {
  server.use(http.post(at('auth/jwt/create/'), () => HttpResponse.json({ detail: 'Too many.' }, { status: 429 })))
  await expect(confirmPassword('maria@haulyard.example', 'x')).rejects.toMatchObject({ status: 429 })
  server.use(http.post(at('auth/jwt/create/'), () => HttpResponse.error()))
  await expect(confirmPassword('maria@haulyard.example', 'x')).rejects.toMatchObject({ kind: 'network' })
})
