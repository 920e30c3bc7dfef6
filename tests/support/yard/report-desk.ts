import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'

/** Gives each test of a file an empty company with an administrator, who imports reports. */
export function reportDesk() {
  let site: TestApp
  let admin: Caller
  beforeAll(async () => {
    site = await testApp()
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await emptyTables(site.db)
    admin = await site.as(await hire(site.db, { role: 'administrator' }))
  })
  return {
    get db() {
      return site.db
    },
    get site() {
      return site
    },
    get admin() {
      return admin
    },
  }
}
