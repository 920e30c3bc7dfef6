import type { Page } from '@playwright/test'
import { startBrowser } from '#e2e/support/browser.ts'
import { test } from '#e2e/support/company/yard.ts'
import { canOpen } from '#e2e/support/device/stored-outbox.ts'
import { expect } from '#e2e/support/expect.ts'
import {
  changesWaiting,
  keptBefore,
  nothingWaits,
  openDrivers,
  sendKept,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'
import { logOut, readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'

/** The next user with developer tools: a made-up token of a colleague, the stored choice, and all that names who is here. */
async function pretendToBe(page: Page, victim: number): Promise<void> {
  await page.evaluate((user) => {
    const encoded = (part: unknown) => btoa(JSON.stringify(part)).replaceAll('=', '')
    const token = `${encoded({ alg: 'none' })}.${encoded({ sub: String(user), sid: 'x' })}.x`
    // biome-ignore lint/suspicious/noDocumentCookie: what a person with developer tools does.
    document.cookie = `access-token=${token}; path=/`
    localStorage.setItem('haulyard:signed-in', 'yes')
    const own = Object.keys(localStorage).find((key) => key.startsWith('haulyard:boot:')) ?? ''
    localStorage.setItem(`haulyard:boot:${user}`, localStorage.getItem(own) ?? '')
  }, victim)
}

/** The sealed bytes and texts of everything in IndexedDB and Cache Storage, as one text. */
async function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { asked } = window.seals
    const parts: string[] = []
    const latin = new TextDecoder('latin1')
    const say = (value: unknown): unknown =>
      value instanceof Uint8Array || value instanceof ArrayBuffer ? parts.push(latin.decode(value)) : value
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await asked(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        const rows = await asked(db.transaction(store).objectStore(store).getAll())
        parts.push(JSON.stringify(rows, (_, value) => (say(value) === value ? value : '')))
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      if (name.startsWith('workbox')) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        parts.push(request.url)
        const kept = await cache.match(request)
        if (kept) parts.push(latin.decode(await kept.arrayBuffer()))
      }
    }
    for (const area of [localStorage, sessionStorage]) parts.push(JSON.stringify({ ...area }))
    return parts.join('\n')
  })
}

/** Puts a change into the colleague's outbox, in both copies: copied from an own one, under the colleague's name. */
async function plant(page: Page, from: number, to: number): Promise<number> {
  return page.evaluate(
    async ({ from, to }) => {
      const { asked, openEntry, sealEntry } = window.seals
      const own = await asked(indexedDB.open(`haulyard-outbox-${from}`))
      const [row] = await asked(own.transaction('entries').objectStore('entries').getAll())
      own.close()
      const theirs = await asked(indexedDB.open(`haulyard-outbox-${to}`))
      const rows = await asked(theirs.transaction('entries').objectStore('entries').getAll())
      const seq = Math.max(0, ...rows.map((one) => one.seq)) + 1
      const entry = { ...(await openEntry(String(from), row)), user: String(to), seq, id: crypto.randomUUID() }
      const forged = await sealEntry(String(to), entry)
      const put = theirs
        .transaction('entries', 'readwrite')
        .objectStore('entries')
        .put({ ...forged, at: 0 })
      await asked(put)
      theirs.close()
      const mirror = await caches.open(`outbox-mirror-${to}`)
      await mirror.put(`/outbox-mirror/sealed/${seq}/${entry.id}`, new Response(forged.sealed))
      return seq
    },
    { from, to },
  )
}

/** And one in clear, as a version of the app stored it that did not seal: its words are all its own. */
async function plantInClear(page: Page, from: number, to: number): Promise<void> {
  await page.evaluate(
    async ({ from, to }) => {
      const { asked, openEntry } = window.seals
      const own = await asked(indexedDB.open(`haulyard-outbox-${from}`))
      const [row] = await asked(own.transaction('entries').objectStore('entries').getAll())
      own.close()
      const theirs = await asked(indexedDB.open(`haulyard-outbox-${to}`))
      const entry = { ...(await openEntry(String(from), row)), user: String(to), seq: 77, id: crypto.randomUUID() }
      await asked(theirs.transaction('clear-entries', 'readwrite').objectStore('clear-entries').put(entry))
      theirs.close()
    },
    { from, to },
  )
}

for (const [victim, attacker] of [
  ['dispatcher', 'admin'],
  ['admin', 'dispatcher'],
] as const) {
  test(`the next user, with developer tools, opens, reads, writes and sends nothing as the ${victim}`, async ({
    installed,
    network,
    admin,
    subjects,
  }) => {
    const [kept, own] = subjects
    const page = installed.page()
    const idOf = () =>
      page.evaluate(() => {
        const token = document.cookie.split('; ').find((one) => one.startsWith('access-token=')) ?? ''
        return Number(JSON.parse(atob(token.split('.')[1] ?? '')).sub)
      })
    await signIn(page, victim, { remember: true })
    await openDrivers(page)
    await readyForOffline(page)
    const theirs = await idOf()
    network.set('down')
    await setDriverStatus(page, kept.name, kept.will)
    await changesWaiting(page, 1)
    await logOut(page)

    network.set('none')
    await signIn(page, attacker, { remember: true })
    await openDrivers(page)
    const mine = await idOf()
    network.set('down')
    await setDriverStatus(page, own.name, own.will)
    await changesWaiting(page, 1)
    await canOpen(page)

    // Reading: nothing of the colleague's change stands anywhere, and the own key does not open it.
    const { driver } = kept
    const stored = await storedText(page)
    for (const value of [kept.name, driver.user.last_name, driver.user.email ?? kept.name])
      expect(stored.includes(value), value).toBe(false)

    // Writing, then opening: with a made-up token the app shows the login page.
    const planted = await plant(page, mine, theirs)
    expect(planted).toBeGreaterThan(0)
    await plantInClear(page, mine, theirs)
    await pretendToBe(page, theirs)
    await page.goto('/drivers')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText(kept.name)).toHaveCount(0)

    // Sending: the colleague is shown what is there before anything is sent. What was sealed for another does not open.
    await installed.context().clearCookies()
    await page.goto('/drivers')
    await logOut(page)
    network.set('none')
    await signIn(page, victim)
    await expect(keptBefore(page)).toContainText('2 changes were kept here')
    expect(network.arrivals().size).toBe(0)
    await page.goto('/outbox')
    const foreign = page.getByRole('article', { name: own.name })
    await foreign.getByRole('button', { name: 'Discard' }).click()
    await foreign.getByRole('group', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }).click()
    await expect(foreign).toContainText('Discarded; it was not made')
    await sendKept(page)
    await expect.poll(async () => (await admin.driver(driver.id)).current_status, { timeout: 20_000 }).toBe(kept.to)
    expect((await admin.driver(own.driver.id)).version).toBe(own.driver.version)

    // And the one who planted it still has the own change, which is sent as that one.
    await logOut(page)
    await signIn(page, attacker)
    await sendKept(page)
    await expect.poll(async () => (await admin.driver(own.driver.id)).current_status, { timeout: 20_000 }).toBe(own.to)
    await nothingWaits(page)
  })
}

test('the profile of a browser that was signed out opens nothing in another browser', async ({
  ownScene,
  ownTablet,
  network,
}) => {
  const { page, name } = ownScene
  network.set('down')
  await setDriverStatus(page, name, 'Vacation')
  await changesWaiting(page, 1)
  await logOut(page)
  await ownTablet.close()
  const thief = await startBrowser({ url: network.url, copyOf: ownTablet.profile })
  for (const path of ['/', '/drivers', '/outbox', '/schedule']) {
    await thief.page().goto(path)
    await expect(thief.page()).toHaveURL(/\/login/)
    await expect(thief.page().getByText(name)).toHaveCount(0)
  }
  await thief.dispose()
})
