import type { Page } from '@playwright/test'
import { startBrowser } from '#e2e/support/browser.ts'
import { test } from '#e2e/support/company/yard.ts'
import { installSeals } from '#e2e/support/device/stored-outbox.ts'
import { expect } from '#e2e/support/expect.ts'
import {
  changesWaiting,
  heldChanges,
  nothingWaits,
  openDrivers,
  sendHeldChanges,
  setDriverStatus,
} from '#e2e/support/page/screens.ts'
import { logOut, readyForOffline, signIn } from '#e2e/support/page/sign-in.ts'

/** Pretends with developer tools to be a colleague: a forged token, the sign-in flag, a copy of the own boot record. */
async function pretendToBe(page: Page, victim: number): Promise<void> {
  await page.evaluate((user) => {
    const encoded = (part: unknown) => btoa(JSON.stringify(part)).replaceAll('=', '')
    const token = `${encoded({ alg: 'none' })}.${encoded({ sub: String(user), sid: 'x' })}.x`
    // biome-ignore lint/suspicious/noDocumentCookie: this is what a user with developer tools does.
    document.cookie = `access-token=${token}; path=/`
    localStorage.setItem('haulyard:signed-in', 'yes')
    const own = Object.keys(localStorage).find((key) => key.startsWith('haulyard:boot:')) ?? ''
    localStorage.setItem(`haulyard:boot:${user}`, localStorage.getItem(own) ?? '')
  }, victim)
}

/** Everything in IndexedDB, Cache Storage, local and session storage as one text; bytes are decoded as Latin-1. */
async function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { resultOf } = window.seals
    const parts: string[] = []
    const latin = new TextDecoder('latin1')
    const addBytes = (value: unknown): unknown =>
      value instanceof Uint8Array || value instanceof ArrayBuffer ? parts.push(latin.decode(value)) : value
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await resultOf(indexedDB.open(name))
      for (const store of db.objectStoreNames) {
        const rows = await resultOf(db.transaction(store).objectStore(store).getAll())
        parts.push(JSON.stringify(rows, (_, value) => (addBytes(value) === value ? value : '')))
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      if (name.startsWith('workbox')) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        parts.push(request.url)
        const response = await cache.match(request)
        if (response) parts.push(latin.decode(await response.arrayBuffer()))
      }
    }
    for (const area of [localStorage, sessionStorage]) parts.push(JSON.stringify({ ...area }))
    return parts.join('\n')
  })
}

/** Copies an own entry into both copies of a colleague’s outbox, as the colleague’s. Returns its sequence number. */
async function plantSealed(page: Page, from: number, to: number): Promise<number> {
  return page.evaluate(
    async ({ from, to }) => {
      const { resultOf, openEntry, sealEntry } = window.seals
      const own = await resultOf(indexedDB.open(`haulyard-outbox-${from}`))
      const [row] = await resultOf(own.transaction('entries').objectStore('entries').getAll())
      own.close()
      const theirs = await resultOf(indexedDB.open(`haulyard-outbox-${to}`))
      const rows = await resultOf(theirs.transaction('entries').objectStore('entries').getAll())
      const seq = Math.max(0, ...rows.map((one) => one.seq)) + 1
      const entry = { ...(await openEntry(String(from), row)), user: String(to), seq, id: crypto.randomUUID() }
      const forged = await sealEntry(String(to), entry)
      const put = theirs
        .transaction('entries', 'readwrite')
        .objectStore('entries')
        .put({ ...forged, at: 0 })
      await resultOf(put)
      theirs.close()
      const mirror = await caches.open(`outbox-mirror-${to}`)
      await mirror.put(`/outbox-mirror/sealed/${seq}/${entry.id}`, new Response(forged.sealed))
      return seq
    },
    { from, to },
  )
}

/** Adds an entry in clear, in the form of app versions that did not seal entries yet. */
async function plantInClear(page: Page, from: number, to: number): Promise<void> {
  await page.evaluate(
    async ({ from, to }) => {
      const { resultOf, openEntry } = window.seals
      const own = await resultOf(indexedDB.open(`haulyard-outbox-${from}`))
      const [row] = await resultOf(own.transaction('entries').objectStore('entries').getAll())
      own.close()
      const theirs = await resultOf(indexedDB.open(`haulyard-outbox-${to}`))
      const entry = { ...(await openEntry(String(from), row)), user: String(to), seq: 77, id: crypto.randomUUID() }
      await resultOf(theirs.transaction('clear-entries', 'readwrite').objectStore('clear-entries').put(entry))
      theirs.close()
    },
    { from, to },
  )
}

for (const [victim, attacker] of [
  ['dispatcher', 'admin'],
  ['admin', 'dispatcher'],
] as const) {
  test(`the next user, even with developer tools, cannot open the app, read data or get a change sent unseen as the ${victim}`, async ({
    signedOutBrowser,
    network,
    admin,
    subjects,
  }) => {
    const [victimSubject, attackerSubject] = subjects
    const page = signedOutBrowser.page()
    const signedInUserId = () =>
      page.evaluate(() => {
        const token = document.cookie.split('; ').find((one) => one.startsWith('access-token=')) ?? ''
        return Number(JSON.parse(atob(token.split('.')[1] ?? '')).sub)
      })
    await signIn(page, victim, { remember: true })
    await openDrivers(page)
    await readyForOffline(page)
    const victimId = await signedInUserId()
    network.set('down')
    await setDriverStatus(page, victimSubject.name, victimSubject.newTitle)
    await changesWaiting(page, 1)
    await logOut(page)

    network.set('none')
    await signIn(page, attacker, { remember: true })
    await openDrivers(page)
    const attackerId = await signedInUserId()
    network.set('down')
    await setDriverStatus(page, attackerSubject.name, attackerSubject.newTitle)
    await changesWaiting(page, 1)
    await installSeals(page)

    // Reading: no storage contains readable parts of the colleague’s change.
    const { driver } = victimSubject
    const stored = await storedText(page)
    for (const value of [victimSubject.name, driver.user.last_name, driver.user.email ?? victimSubject.name])
      expect(stored.includes(value), value).toBe(false)

    // Forging entries, then opening the app: with a forged token the app shows the login page.
    const planted = await plantSealed(page, attackerId, victimId)
    expect(planted).toBeGreaterThan(0)
    await plantInClear(page, attackerId, victimId)
    await pretendToBe(page, victimId)
    await page.goto('/drivers')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText(victimSubject.name)).toHaveCount(0)

    // Sending: the colleague sees the held changes before any is sent. The entry sealed with another key does not open.
    await signedOutBrowser.context().clearCookies()
    await page.goto('/drivers')
    await logOut(page)
    network.set('none')
    await signIn(page, victim)
    await expect(heldChanges(page)).toContainText('2 changes were kept here')
    expect(network.arrivals().size).toBe(0)
    await page.goto('/outbox')
    const foreign = page.getByRole('article', { name: attackerSubject.name })
    await foreign.getByRole('button', { name: 'Discard' }).click()
    await foreign.getByRole('group', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }).click()
    await expect(foreign).toContainText('Discarded; it was not made')
    await sendHeldChanges(page)
    await expect
      .poll(async () => (await admin.driver(driver.id)).current_status, { timeout: 20_000 })
      .toBe(victimSubject.newStatus)
    expect((await admin.driver(attackerSubject.driver.id)).version).toBe(attackerSubject.driver.version)

    // The attacker’s own change still waits and is sent as the attacker’s.
    await logOut(page)
    await signIn(page, attacker)
    await sendHeldChanges(page)
    await expect
      .poll(async () => (await admin.driver(attackerSubject.driver.id)).current_status, { timeout: 20_000 })
      .toBe(attackerSubject.newStatus)
    await nothingWaits(page)
  })
}

test('a copy of a signed-out browser profile opens only the login page and shows no data', async ({
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
