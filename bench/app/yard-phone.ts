import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page as Tab } from '@playwright/test'
import type { Page } from '#contract/wire/page.ts'
import { writeCodeVideo } from '#e2e/support/files/a-code-video.ts'
import type { ServedApp } from '../served-app.ts'
import { signInOn, startChromiumIn } from './browser.ts'

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  permissions: ['camera'],
} satisfies Parameters<typeof startChromiumIn>[1]
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** A fleet manager's phone that has everything stored. */
export interface YardPhone {
  /** The app's address. */
  readonly origin: string
  /** The folder of the browser's data. */
  readonly folder: string
  /** The number of a truck. */
  readonly number: string
  /** A video of the truck's label. */
  readonly labelVideo: string
}

/** A phone that has just been started, without a network. */
export interface StartedPhone {
  readonly context: BrowserContext
  readonly tab: Tab
}

/** Starts a phone as if its browser had been closed. The camera shows a test pattern, or a video. */
async function openPhone(folder: string, video?: string): Promise<StartedPhone> {
  const shown = video === undefined ? [] : [`--use-file-for-fake-video-capture=${video}`]
  const context = await startChromiumIn(folder, PHONE, [...CAMERA, ...shown])
  return { context, tab: context.pages()[0] ?? (await context.newPage()) }
}

/** Starts a phone in a dead zone, with a slower CPU. */
export async function openInDeadZone(
  { folder, labelVideo }: YardPhone,
  { slowdown, seesLabel = false }: { readonly slowdown: number; readonly seesLabel?: boolean },
): Promise<StartedPhone> {
  const phone = await openPhone(folder, seesLabel ? labelVideo : undefined)
  const devtools = await phone.context.newCDPSession(phone.tab)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await phone.context.setOffline(true)
  return phone
}

/** Waits until the page has had no long task for a second: a user has seen the start page before they tap. */
export async function atRest(tab: Tab): Promise<void> {
  await tab.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, 1000)
        const watch = new PerformanceObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(resolve, 1000)
        })
        watch.observe({ entryTypes: ['longtask'] })
      }),
  )
}

/** Gives the phone a network, waits until all is sent, and closes it: the report goes out before the next round. */
export async function sendAndClose({ context, tab }: StartedPhone): Promise<void> {
  await context.setOffline(false)
  await tab.getByRole('link', { name: /^Outbox$/ }).waitFor({ timeout: 120_000 })
  await context.close()
}

/** A fleet manager's phone that has everything stored, and a truck to inspect. */
export async function preparedPhone(app: ServedApp): Promise<YardPhone> {
  const folder = mkdtempSync(join(tmpdir(), 'haulyard-yard-'))
  const { context, tab } = await openPhone(folder)
  await signInOn(tab, app, 'manager')
  await tab.goto(`${app.origin}/device`)
  await tab.getByText(/^Saved for offline/).waitFor({ timeout: 180_000 })
  await context.close()
  const number = await aTruck(app)
  const labelVideo = join(folder, 'label.y4m')
  writeCodeVideo(labelVideo, `${app.origin}/units/truck/${number}`)
  return { origin: app.origin, folder, number, labelVideo }
}

/** The number of a truck. */
async function aTruck(app: ServedApp): Promise<string> {
  const answer = await fetch(`${app.origin}/api/trucks/mini-list/?limit=1`, { headers: app.headers })
  const { results } = (await answer.json()) as Page<{ readonly number: string }>
  return results[0]?.number ?? ''
}
