import { createHash } from 'node:crypto'
import type { Api } from './support/api.ts'
import type { PersonsBrowser } from './support/browser.ts'
import { expect } from './support/expect.ts'
import { searchProfile } from './support/profile-search.ts'
import { changesWaiting, setDriverStatus } from './support/screens.ts'
import { ACCOUNTS } from './support/server.ts'
import { readyForOffline, signIn } from './support/sign-in.ts'
import type { UnreliableProxy } from './support/unreliable-proxy.ts'
import { test } from './support/yard.ts'

const LISTS = ['drivers', 'dispatchers', 'trucks', 'trailers', 'users/users', 'maintenance/inspections']
/** What says something by itself wherever it stands: names and numbers of people and units, what was written of them. */
const TELLING = /^(?:email|phone|first_name|last_name|vin|plate|license_plate|vin_number|notes?|description|comment)$/
const MOST = 1_000

/** Texts that stand in the app's own words, or in any browser, prove nothing. */
const isTelling = (value: string) => value.length >= 8 && !Object.values<string>(ACCOUNTS).includes(value)

function collect(found: Set<string>, value: unknown, name = ''): void {
  if (typeof value === 'string' && TELLING.test(name) && isTelling(value)) found.add(value)
  if (typeof value !== 'object' || value === null) return
  const { first_name: first, last_name: last } = value as { first_name?: unknown; last_name?: unknown }
  if (typeof first === 'string' && typeof last === 'string') found.add(`${first} ${last}`)
  for (const [key, one] of Object.entries(value)) collect(found, one, Array.isArray(value) ? name : key)
}

/** Values of the company that its server gives an administrator: names, addresses, numbers, notes. */
async function companyValues(admin: Api): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const list of LISTS) collect(found, await admin.get(`/api/${list}/?limit=1000`))
  return [...found].slice(0, MOST)
}

/** Opens what there is, as a person does who looks around; the device keeps all of it. */
async function lookAround({ page }: PersonsBrowser): Promise<void> {
  await signIn(page(), 'admin', { remember: true })
  await readyForOffline(page())
  for (const path of ['/drivers', '/trucks', '/trailers', '/dispatchers', '/users', '/maintenance', '/schedule', '/']) {
    await page().goto(path)
    await expect(page().getByRole('main')).not.toBeEmpty()
  }
  await page().goto('/drivers')
  await expect(page().getByText(/^Saved for offline/)).toBeVisible({ timeout: 60_000 })
}

async function logOut({ page }: PersonsBrowser, network: UnreliableProxy, mode: 'down' | 'none'): Promise<void> {
  network.set(mode)
  await page().getByRole('button', { name: 'Log out' }).click()
  await page().getByRole('button', { name: 'Keep and log out' }).click()
  await expect(page()).toHaveURL(/\/login/)
}

/** The bytes of the key of this device, as the page was given them. */
function keyGiven(network: UnreliableProxy): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  network.rewrite('/api/auth/device_key/', (body) => {
    resolve(Buffer.from(JSON.parse(body).keys[0].key, 'base64url'))
    return body
  })
  return promise
}

for (const mode of ['none', 'down'] as const) {
  const where = mode === 'down' ? 'without a network' : 'with a network'
  test(`after a sign-out ${where} a search of the whole profile finds nothing of the company`, async ({
    visitor,
    network,
    admin,
    subject,
  }) => {
    const values = await companyValues(admin)
    expect(values.length).toBeGreaterThan(200)
    const key = keyGiven(network)
    await lookAround(visitor)
    network.set('down')
    await setDriverStatus(visitor.page(), subject.name, subject.will)
    await changesWaiting(visitor.page(), 1)
    // What the search would see: a text that the page itself leaves in clear.
    const control = createHash('sha256').update(subject.name).digest('hex')
    await visitor.page().evaluate((text) => localStorage.setItem('left-in-clear', text), control)
    await logOut(visitor, network, mode)
    await visitor.close()
    const found = await searchProfile(visitor.profile, [...values, control])
    expect(found.filter(({ value }) => value === control)).not.toEqual([])
    expect(found.filter(({ value }) => value !== control)).toEqual([])
    const bytes = (await key).toString('latin1')
    expect(await searchProfile(visitor.profile, [bytes])).toEqual([])
  })
}
