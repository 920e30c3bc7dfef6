import type { User } from '#contract/people/users.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'
import { ACCOUNTS, type Server, startEmptyServer } from '#e2e/support/server/server.ts'
import { type PersonsBrowser, startBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { test as atTheShop } from './shop.ts'

/** The one of the demo company is too common for a person to take. */
export const OWN_PASSWORD = 'gravel-and-diesel'

const FLEET_MANAGER = {
  ...{ role: 'fleet_manager', first_name: 'Vera', last_name: 'Watts', phone: '312 555 0146' },
  ...{ email: ACCOUNTS.manager, password: OWN_PASSWORD, user_permissions: [] },
}

export interface NewCompany {
  /** The server as its first administrator sees it. */
  readonly boss: Api
  /** The id of its only fleet manager. */
  readonly fleetManager: number
  /** A browser in which nobody ever was. */
  readonly browser: PersonsBrowser
}

/** `test` of the shop with a company that has nobody but a fleet manager and its first administrator, who is called as the demo company's is. */
export const test = atTheShop.extend<{ readonly company: NewCompany }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  company: async ({}, use) => {
    const server = await startEmptyServer()
    await makeAdministrator(server)
    const browser = await startBrowser({ url: server.url })
    const boss = await apiAs(server, 'admin', OWN_PASSWORD)
    const { id: fleetManager } = await boss.make<User>('/api/users/users/', FLEET_MANAGER)
    await use({ boss, fleetManager, browser })
    await browser.dispose()
    await server.dispose()
  },
})

/** Follows the link that an empty database prints. */
async function makeAdministrator(server: Server): Promise<void> {
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
