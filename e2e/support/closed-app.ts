import type { CDPSession, Page } from '@playwright/test'
import type { UserBrowser } from './browser.ts'
import { SITE } from './server/site.ts'

/** A browser without an open page of the app. Needs a full Chromium: the headless shell has no background sync. */
export interface ClosedApp {
  /** The empty page that keeps the browser open. */
  readonly page: Page
  /** The browser reports a network to the service worker, as it does some time after the network has returned. */
  readonly reportNetwork: () => Promise<void>
  /** Ends the service worker at once, like the browser does when it needs the memory. */
  readonly killWorker: () => Promise<void>
  /**
   * Lets the worker send once more, and resolves with the result. `reportNetwork` must come first: only then has the
   * worker loaded the code.
   */
  readonly sendAgain: () => Promise<'done' | 'left'>
}

interface Sender {
  readonly sendWithoutPage?: (time: {
    readonly maxMs: number
    readonly signal: AbortSignal
  }) => Promise<'done' | 'left'>
}

async function registrationIn(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return found
}

/** Closes every page of the app, as a user does who leaves it. */
export async function closeApp(browser: UserBrowser): Promise<ClosedApp> {
  const context = browser.context()
  const pages = context.pages()
  const page = await context.newPage()
  await Promise.all(pages.map((one) => one.close()))
  const session = await context.newCDPSession(page)
  const registrationId = await registrationIn(session)
  const event = { origin: SITE, registrationId, tag: 'send-waiting', lastChance: false }
  return {
    page,
    async reportNetwork() {
      await session.send('ServiceWorker.dispatchSyncEvent', event)
    },
    async killWorker() {
      await session.send('ServiceWorker.stopAllWorkers')
    },
    async sendAgain() {
      const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers()
      return worker.evaluate(async () => {
        const { sendWithoutPage } = self as Sender
        if (sendWithoutPage === undefined) throw new Error('the worker has not loaded the code that sends')
        return sendWithoutPage({ maxMs: 5_000, signal: new AbortController().signal })
      })
    },
  }
}
