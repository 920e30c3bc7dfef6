import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLink } from '#server/modules/passwords/link-service.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { createSetupToken } from '#server/modules/session/setup-service.ts'
import { NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const USERS = '/api/users/users/'
const PASSWORD = 'gravel-and-diesel'
const BAD = 'BlueRidgeFreight7'
const REFUSED = [expect.stringContaining('must not contain the user’s name, the company’s name')]
const GREG = { first_name: 'Greg', last_name: 'Novak', email: 'greg@gmail.com' }
let site: TestApp
beforeAll(async () => {
  site = await testApp({ publicUrl: 'http://fleet.blueridgefreight.example' })
})
afterAll(() => site.close())

test('a password with the company’s name from the app’s address is refused wherever it is set', async () => {
  const token = await createSetupToken(site.db, NOW)
  const first = { ...GREG, token, password: BAD }
  const atSetup = await site.signedOut('POST', '/api/setup/', { body: first })
  expect(atSetup).toMatchObject({ status: 400, body: { password: REFUSED } })

  const own = { role: 'administrator', password_hash: await hashPassword(PASSWORD), ...GREG } as const
  const greg = await hire(site.db, own)
  const session = await site.as(greg)
  const change = { current_password: PASSWORD, new_password: BAD }
  const atChange = await session('PATCH', `${USERS}me/`, { body: change })
  expect(atChange).toMatchObject({ status: 400, body: { new_password: REFUSED } })

  const created = { ...GREG, role: 'fleet_manager', email: 'b@gmail.com', phone: '(312) 555-0117', password: BAD }
  expect(await session('POST', USERS, { body: created })).toMatchObject({ status: 400, body: { password: REFUSED } })

  const link = await createLink(site.db, greg, NOW)
  const reset = { uid: `${greg}`, token: link?.token, new_password: BAD, re_new_password: BAD }
  const atReset = await site.signedOut('POST', `${USERS}reset_password_confirm/`, { body: reset })
  expect(atReset).toMatchObject({ status: 400, body: { new_password: REFUSED } })
})
