import type { User } from '#contract/people/users.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'
import { ACCOUNTS, type Server, startEmptyServer } from '#e2e/support/server/server.ts'
import { startBrowser, type UserBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { test as shopTest } from './shop.ts'

/** The demo company's password is too common for a user to choose. */
export const OWN_PASSWORD = 'gravel-and-diesel'

const FLEET_MANAGER = {
  ...{ role: 'fleet_manager', first_name: 'Vera', last_name: 'Watts', phone: '312 555 0146' },
  ...{ email: ACCOUNTS.manager, password: OWN_PASSWORD, user_permissions: [] },
}

export interface NewCompany {
  /** The API, signed in as the first administrator. */
  readonly administrator: Api
  /** The user id of the only fleet manager. */
  readonly fleetManager: number
  /** A browser with an empty profile. */
  readonly browser: UserBrowser
}

/** `test` of the shop with a company of two users: an administrator and a fleet manager, with the demo emails. */
export const test = shopTest.extend<{ readonly company: NewCompany }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  company: async ({}, use) => {
    const server = await startEmptyServer()
    await createAdministrator(server)
    const browser = await startBrowser({ url: server.url })
    const administrator = await apiAs(server, 'admin', OWN_PASSWORD)
    const { id: fleetManager } = await administrator.create<User>('/api/users/users/', FLEET_MANAGER)
    await use({ administrator, fleetManager, browser })
    await browser.dispose()
    await server.dispose()
  },
})

/** Creates the first administrator with the set-up link that a server with an empty database prints. */
async function createAdministrator(server: Server): Promise<void> {
  const tokenOf = () => /\/setup#([\w-]+)/.exec(server.output())?.[1] ?? ''
  await expect.poll(tokenOf).not.toBe('')
  const person = { first_name: 'Ruth', last_name: 'Callahan', email: ACCOUNTS.admin, password: OWN_PASSWORD }
  const answer = await fetch(`${server.url}/api/setup/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokenOf(), ...person }),
  })
  expect(answer.status, await answer.text()).toBe(204)
}
