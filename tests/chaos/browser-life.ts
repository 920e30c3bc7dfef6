import type { Locator, Page } from '@playwright/test'
import type { UserBrowser } from '#e2e/support/browser.ts'
import { heldChanges, sendHeldChanges } from '#e2e/support/page/screens.ts'
import { ACCOUNTS, PASSWORD } from '#e2e/support/server/server.ts'
import {
  type Call,
  type Gateway,
  isOutboxChange,
  type Trouble,
  type UnreliableProxy,
} from '#e2e/support/server/unreliable-proxy.ts'
import type { Random } from '#server/demo/random.ts'
import { daysOnScreen, noteOf, writeNote } from './day-notes.ts'
import type { Ledger } from './ledger.ts'

export interface BrowserWorld {
  readonly browser: UserBrowser
  readonly network: UnreliableProxy
  readonly ledger: Ledger
  readonly figures: { signIns: number; killedAtStart: number; releases: number }
}

const TROUBLES: readonly (readonly [Trouble | Gateway, number])[] = [
  ['none', 3],
  ['down', 3],
  ['cut_after_commit', 3],
  ['hold_answer', 2],
  ['error_500', 2],
  ['hang', 1],
  ['captive_portal', 1],
  [{ status: 401, body: { message: 'Unauthorized' } }, 1],
  [{ status: 404, body: { message: 'no Route matched with those values' } }, 1],
]
const CONCERNS: readonly (readonly [(call: Call) => boolean, number])[] = [
  [isOutboxChange, 2],
  [() => true, 1],
]
const DELAYS: readonly (readonly [number, number])[] = [
  [0, 3],
  [50, 1],
  [400, 1],
]
/** The maximum time from the opened page to the kill, in milliseconds. */
const MAX_LIFE_MS = 2_500

function setRandomTrouble({ network }: BrowserWorld, random: Random): void {
  network.set(random.weighted(TROUBLES), random.weighted(CONCERNS))
  network.delay(random.weighted(DELAYS))
}
export function endTrouble({ network }: BrowserWorld): void {
  network.set('none')
  network.delay(0)
}

/** Waits until the element is visible. If it does not appear, the error describes what the page shows. */
async function waitUntilShown(what: Locator): Promise<void> {
  await what.waitFor().catch(async (cause: unknown) => {
    const body = await what
      .page()
      .locator('body')
      .ariaSnapshot({ timeout: 1_000 })
      .catch(() => 'nothing that can be read')
    throw new Error(`the page at ${what.page().url()} shows: ${body}`, { cause })
  })
}

/** Opens the schedule. Signs in first if a torn log has lost the session. */
export async function openSchedule(world: BrowserWorld, page: Page): Promise<void> {
  const day = page.getByRole('gridcell').first()
  const email = page.getByLabel('Email')
  // A torn log can lose all stored responses while the network or the server is out of order.
  const loadProblem = page.getByText(/^Not saved on this device yet|could not be loaded$/).first()
  await page.goto('/schedule?tab=edit')
  await waitUntilShown(day.or(email).or(loadProblem).first())
  if (await loadProblem.isVisible()) {
    endTrouble(world)
    await page.reload()
    await waitUntilShown(day.or(email).first())
  }
  if (!(await email.isVisible())) return sendHeldEntries(world, page)
  world.figures.signIns += 1
  endTrouble(world)
  await signIn(page)
  await page.goto('/schedule?tab=edit')
  await waitUntilShown(day)
  await sendHeldEntries(world, page)
}

/** Signs in, unless the page opens on its own meanwhile: it may only have been waiting for the device key. */
async function signIn(page: Page): Promise<void> {
  const bar = page.getByRole('navigation').first()
  const byForm = async () => {
    await page.getByLabel('Email').fill(ACCOUNTS.dispatcher)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Remember me').check()
    await page.getByRole('button', { name: 'Login' }).click()
  }
  await byForm().catch(async (cause: unknown) => {
    if (!(await bar.isVisible())) throw cause
  })
  await bar.waitFor()
}

/** Sends held entries. When a torn log has lost the key, older entries are held until the user says Send. */
async function sendHeldEntries({ figures }: BrowserWorld, page: Page): Promise<void> {
  if (!(await heldChanges(page).isVisible())) return
  figures.releases += 1
  await sendHeldChanges(page)
}

/** The user's work: one to three notes, most on different days, some on the same day as the one before. */
async function work(world: BrowserWorld, page: Page, life: number, random: Random): Promise<void> {
  const days = await daysOnScreen(page)
  let place = random.pick(days)
  const count = random.whole(1, 3)
  for (let change = 1; change <= count; change += 1) {
    if (random.chance(0.5)) setRandomTrouble(world, random)
    if (random.chance(0.7)) place = random.pick(days)
    await writeNote(page, place, noteOf(life, change), world.ledger)
  }
}

/**
 * One life of the browser, from its start to its SIGKILL at a random moment. Errors after the kill are ignored; any
 * other error is thrown.
 */
export async function runLife(world: BrowserWorld, life: number, random: Random): Promise<void> {
  const { browser } = world
  let isOver = false
  const dieAfter = async (milliseconds: number) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    isOver = true
    await browser.kill()
  }
  const whileAlive = async (acts: Promise<void>) => {
    await acts.catch((error: unknown) => {
      if (!isOver) throw error
    })
  }
  if (random.chance(0.5)) setRandomTrouble(world, random)
  else endTrouble(world)
  await browser.relaunch()
  const page = browser.page()
  if (random.chance(0.12)) {
    world.figures.killedAtStart += 1
    await Promise.all([whileAlive(openSchedule(world, page)), dieAfter(random.whole(0, 1_200))])
    return
  }
  await openSchedule(world, page)
  await Promise.all([whileAlive(work(world, page, life, random)), dieAfter(random.whole(100, MAX_LIFE_MS))])
}
