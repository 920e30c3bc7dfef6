import type { Locator, Page } from '@playwright/test'
import type { PersonsBrowser } from '#e2e/support/browser.ts'
import { keptBefore, sendKept } from '#e2e/support/page/screens.ts'
import { ACCOUNTS, PASSWORD } from '#e2e/support/server/server.ts'
import {
  type Call,
  type Gateway,
  keptChanges,
  type Trouble,
  type UnreliableProxy,
} from '#e2e/support/server/unreliable-proxy.ts'
import type { Random } from '#server/demo/random.ts'
import { daysOnScreen, noteOf, writeNote } from './day-notes.ts'
import type { Ledger } from './ledger.ts'

export interface BrowserWorld {
  readonly browser: PersonsBrowser
  readonly network: UnreliableProxy
  readonly ledger: Ledger
  readonly figures: { signIns: number; killedAtStart: number; letGo: number }
}

const TROUBLES: readonly (readonly [Trouble | Gateway, number])[] = [
  ['none', 3],
  ['down', 3],
  ['cut_after_commit', 3],
  ['hold_answer', 2],
  ['error_500', 2],
  ['hang', 1],
  ['captive_portal', 1],
  [{ status: 401, says: { message: 'Unauthorized' } }, 1],
  [{ status: 404, says: { message: 'no Route matched with those values' } }, 1],
]
const CONCERNS: readonly (readonly [(call: Call) => boolean, number])[] = [
  [keptChanges, 2],
  [() => true, 1],
]
const DELAYS: readonly (readonly [number, number])[] = [
  [0, 3],
  [50, 1],
  [400, 1],
]
/** How long an open page is left to itself before the kill, at most; milliseconds. */
const MAX_LIFE_MS = 2_500

function newWeather({ network }: BrowserWorld, random: Random): void {
  network.set(random.weighted(TROUBLES), random.weighted(CONCERNS))
  network.delay(random.weighted(DELAYS))
}
export function goodWeather({ network }: BrowserWorld): void {
  network.set('none')
  network.delay(0)
}

/** Waits for what a person would wait for; what stands there instead is told. */
async function shown(what: Locator): Promise<void> {
  await what.waitFor().catch(async (cause: unknown) => {
    const body = await what
      .page()
      .locator('body')
      .ariaSnapshot({ timeout: 1_000 })
      .catch(() => 'nothing that can be read')
    throw new Error(`the page at ${what.page().url()} shows: ${body}`, { cause })
  })
}

/** Opens the schedule; signs in first where a torn log has cost the session. */
export async function openSchedule(world: BrowserWorld, page: Page): Promise<void> {
  const day = page.getByRole('gridcell').first()
  const email = page.getByLabel('Email')
  // A torn log may have cost all that was kept, and then the network or the server gives nothing either.
  const isMissing = page.getByText(/^Not saved on this device yet|could not be loaded$/).first()
  await page.goto('/schedule?tab=edit')
  await shown(day.or(email).or(isMissing).first())
  if (await isMissing.isVisible()) {
    goodWeather(world)
    await page.reload()
    await shown(day.or(email).first())
  }
  if (!(await email.isVisible())) return letGo(world, page)
  world.figures.signIns += 1
  goodWeather(world)
  await signIn(page)
  await page.goto('/schedule?tab=edit')
  await shown(day)
  await letGo(world, page)
}

/** Signs in, unless the page opens by itself meanwhile: it may only have lacked the key, and asked for it until now. */
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

/** A torn log may have cost the key: what was stored before it came back waits for its user's word. */
async function letGo({ figures }: BrowserWorld, page: Page): Promise<void> {
  if (!(await keptBefore(page).isVisible())) return
  figures.letGo += 1
  await sendKept(page)
}

/** What the person does: one to three notes, most on days of their own, some on the one before. */
async function work(world: BrowserWorld, page: Page, life: number, random: Random): Promise<void> {
  const days = await daysOnScreen(page)
  let place = random.pick(days)
  const count = random.whole(1, 3)
  for (let change = 1; change <= count; change += 1) {
    if (random.chance(0.5)) newWeather(world, random)
    if (random.chance(0.7)) place = random.pick(days)
    await writeNote(page, place, noteOf(life, change), world.ledger)
  }
}

/**
 * One life of the browser, from its start to its SIGKILL at a moment that nobody chose. What fails because the browser is
 * gone is no failure; anything else is.
 */
export async function liveAndDie(world: BrowserWorld, life: number, random: Random): Promise<void> {
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
  if (random.chance(0.5)) newWeather(world, random)
  else goodWeather(world)
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
