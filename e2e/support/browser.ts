import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findHeadlessShell, fullChromium } from '#scripts/find-program.mjs'
import { leadingTo, SITE } from './server/site.ts'

/** A person's browser: its profile lasts over kills and restarts. */
export interface PersonsBrowser {
  /** The folder of its profile; to be touched only while it does not run. */
  readonly profile: string
  /** The first page of the browser as it runs now. */
  readonly page: () => Page
  readonly context: () => BrowserContext
  /** Ends it as a crash or an empty battery does: nothing gets a chance to be written. */
  readonly kill: () => Promise<void>
  /** Closes it as a person does. */
  readonly close: () => Promise<void>
  /** Starts it again with the same profile. */
  readonly relaunch: () => Promise<void>
  /**
   * Closes it and starts it again: from then on its cookies and its memory of who is signed in are on disk. By itself a
   * browser writes them up to half a minute later, and a kill before loses them.
   */
  readonly restart: () => Promise<Page>
  /** Closes it and removes the profile. Throws when a page said in its console what none may say: see `FAULTS`. */
  readonly dispose: () => Promise<void>
}

export interface BrowserOptions {
  /** The server or the network that the browser reaches at `SITE`, of which relative paths are. */
  readonly url: string
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  /** Fingers instead of a mouse. */
  readonly isTouched?: boolean
  /** A camera that sees a moving picture of Chromium's own, and a person who lets the app use it. */
  readonly hasCamera?: boolean
  /** A profile to begin with, as a copy of its own; without it an empty one. */
  readonly copyOf?: string
  /** A whole Chromium, for what its headless shell has not: background sync. */
  readonly isWhole?: boolean
  /** Scripts that run in every page before the app does. */
  readonly scripts?: readonly string[]
}

/**
 * High enough for every driver to be on screen, also those whom other journeys at the same server have hired: a long list
 * draws only what is in view. In pixels.
 */
export const TALL = 6_000

/**
 * What a browser brings up by itself and nobody here looks at: the list under its address bar is an app of 260 files, which
 * each start of a browser costs as much as the app under test. The last such list counts, so those of Playwright's own list
 * stand here again that change what a page does or call out.
 */
const UNSEEN = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
]
/**
 * With it a browser that has just been started compiles the app’s modules again, though the used device has them compiled:
 * a fifth of what it takes to open a page for the first time.
 */
const COMPILES_AGAIN = ['BackgroundResourceFetch']
const AS_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'PaintHolding'],
  ...['AimEnabled', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PreconnectToSearch'],
]

const QUIET = [
  `--disable-features=${[...UNSEEN, ...COMPILES_AGAIN, ...AS_PLAYWRIGHT].join(',')}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // Local storage is written a second late. Otherwise what is written after its first five seconds comes a minute late: it is
  // written at most sixty times an hour.
  '--enable-aggressive-domstorage-flushing',
]
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

// Chromium refuses to run its sandbox as root.
const argumentsOf = ({ url, hasCamera = false }: BrowserOptions) => [
  ...QUIET,
  leadingTo(url),
  ...(hasCamera ? CAMERA : []),
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** A page did what its own policy forbids, or opened something in which the keyboard has no place. */
const FAULTS = ['Content Security Policy', 'Failed to find focusable element']

async function launch(profile: string, options: BrowserOptions, faults: string[]): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: (options.isWhole ? null : findHeadlessShell()) ?? fullChromium(),
    baseURL: SITE,
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.colorScheme ?? 'light',
    ...(options.isTouched && { hasTouch: true, isMobile: true }),
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    args: argumentsOf(options),
  })
  for (const path of options.scripts ?? []) await context.addInitScript({ path })
  context.on('console', (message) => {
    if (FAULTS.some((fault) => message.text().includes(fault))) faults.push(message.text())
  })
  return context
}

/** The process of a running browser, asked of the browser itself. */
async function processOf(context: BrowserContext): Promise<number> {
  const browser = context.browser()
  if (!browser) throw new Error('the context has no browser to ask')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const main = processInfo.find((one) => one.type === 'browser')
  if (!main) throw new Error('the browser names no process of its own')
  return main.id
}

/** Starts a browser with a new profile. */
export async function startBrowser(options: BrowserOptions): Promise<PersonsBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'haulyard-profile-'))
  if (options.copyOf !== undefined) cpSync(options.copyOf, profile, { recursive: true })
  const faults: string[] = []
  let context = await launch(profile, options, faults)
  let processId = await processOf(context)
  const page = () => {
    const first = context.pages()[0]
    if (!first) throw new Error('the browser has no page open')
    return first
  }
  const close = async () => {
    await context.close()
  }
  const relaunch = async () => {
    context = await launch(profile, options, faults)
    processId = await processOf(context)
  }
  return {
    profile,
    page,
    context: () => context,
    async kill() {
      const gone = new Promise((resolve) => context.once('close', resolve))
      process.kill(processId, 'SIGKILL')
      await gone
    },
    close,
    relaunch,
    async restart() {
      await close()
      await relaunch()
      return page()
    },
    async dispose() {
      await close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
      if (faults.length > 0) throw new Error(`A page is at fault: ${faults.join('; ')}`)
    },
  }
}
