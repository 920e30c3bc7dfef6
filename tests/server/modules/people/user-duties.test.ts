import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

let site: TestApp
let admin: Caller

beforeAll(async () => {
  site = await testApp()
  admin = await site.as(await hire(site.db, { role: 'administrator' }))
})
afterAll(() => site.close())

test.each(['dispatcher', 'driver'] as const)(
  'a %s who has no duty record yet gets one from a change of any single field',
  async (role) => {
    for (const part of [{ status_date_to: '2026-12-01' }, { status: 'on_vacation' }]) {
      const id = await hire(site.db, { role })
      const { status, body } = await admin('PATCH', `/api/users/users/${id}/`, { body: { [role]: part } })
      expect([status, body[role]]).toMatchObject([200, part])
      expect(body[role].status).toEqual(expect.any(String))
    }
  },
)
