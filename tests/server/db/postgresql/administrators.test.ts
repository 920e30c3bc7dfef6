import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { openOwnTestDb } from '#tests/support/server/database.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ database: await openOwnTestDb() })
})
afterAll(() => site.close())

const PASSWORD = 'gravel-and-diesel'
const administratorCount = async () => {
  const [row] = await site.db.query<{ count: number }>(
    'test.administrators',
    `select count(*) as count from users where role = 'administrator' and is_active`,
  )
  return row?.count
}

test('two administrators who demote, deactivate or delete each other at the same time leave one administrator', async () => {
  const password_hash = await hashPassword(PASSWORD)
  const removals = [
    (id: number) => ['PATCH', `/api/users/users/${id}/`, { role: 'fleet_manager' }] as const,
    (id: number) => ['PATCH', `/api/users/users/${id}/`, { is_active: false }] as const,
    (id: number) => ['DELETE', `/api/users/users/${id}/`, { current_password: PASSWORD }] as const,
  ]
  for (const one of removals) {
    for (const other of removals) {
      await site.db.script(null, `update users set role = 'fleet_manager' where role = 'administrator'`)
      const [a, b] = [
        await hire(site.db, { role: 'administrator', password_hash }),
        await hire(site.db, { role: 'administrator', password_hash }),
      ]
      const [asA, asB] = [await site.as(a), await site.as(b)]
      const headers = () => ({ 'idempotency-key': `"${randomUUID()}"` })
      const send = (by: typeof asA, [method, path, body]: ReturnType<(typeof removals)[number]>) =>
        by(method, path, { body, headers: headers() })
      const answers = await Promise.all([send(asA, one(b)), send(asB, other(a))])
      expect(await administratorCount(), JSON.stringify(answers.map(({ status, body }) => [status, body]))).toBe(1)
    }
  }
})

test('simultaneous changes with idempotency keys wait for one another and all succeed', async () => {
  const password_hash = await hashPassword(PASSWORD)
  const people = await Promise.all(
    Array.from({ length: 8 }, () => hire(site.db, { role: 'administrator', password_hash })),
  )
  const admin = await site.as(people[0] ?? 0)
  const answers = await Promise.all(
    people.slice(1).map((id) =>
      admin('PATCH', `/api/users/users/${id}/`, {
        body: { role: 'fleet_manager' },
        headers: { 'idempotency-key': `"${randomUUID()}"` },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.slice(1).map(() => 200))
})

test('simultaneous requests that create the same user get the same user', async () => {
  const admin = await site.as(await hire(site.db, { role: 'administrator' }))
  const user = {
    client_id: randomUUID(),
    role: 'driver',
    first_name: 'Nadia',
    last_name: 'Brandt',
    email: `${randomUUID()}@haulyard.example`,
    phone: '312 555 0144',
    driver: { status: 'on_the_road', position: 'lease', gomotive_id: 1, pilot_flying_j_driver_id: 2 },
  }
  const answers = await Promise.all(Array.from({ length: 4 }, () => admin('POST', '/api/users/users/', { body: user })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
})
