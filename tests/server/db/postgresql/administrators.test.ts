import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { hire } from '#tests/support/company.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const PASSWORD = 'gravel-and-diesel'
const left = async () => {
  const [row] = await site.db.query<{ count: number }>(
    'test.administrators',
    `select count(*) as count from users where role = 'administrator' and is_active`,
  )
  return row?.count
}

test('however two administrators end each other at once, one is left', async () => {
  const password_hash = await hashPassword(PASSWORD)
  const ways = [
    (id: number) => ['PATCH', `/api/users/users/${id}/`, { role: 'fleet_manager' }] as const,
    (id: number) => ['PATCH', `/api/users/users/${id}/`, { is_active: false }] as const,
    (id: number) => ['DELETE', `/api/users/users/${id}/`, { current_password: PASSWORD }] as const,
  ]
  for (const one of ways) {
    for (const other of ways) {
      await site.db.script(null, `update users set role = 'fleet_manager' where role = 'administrator'`)
      const [a, b] = [
        await hire(site.db, { role: 'administrator', password_hash }),
        await hire(site.db, { role: 'administrator', password_hash }),
      ]
      const [asA, asB] = [await site.as(a), await site.as(b)]
      const send = (by: typeof asA, [method, path, body]: ReturnType<(typeof ways)[number]>) =>
        by(method, path, { body })
      const answers = await Promise.all([send(asA, one(b)), send(asB, other(a))])
      expect(await left(), JSON.stringify(answers.map(({ status, body }) => [status, body]))).toBe(1)
    }
  }
})
