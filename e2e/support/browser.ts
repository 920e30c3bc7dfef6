import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findHeadlessShell, fullChromium } from '#scripts/find-program.mjs'
import { leadingTo, SITE } from './server/site.ts'

/** A user's browser. Its profile survives kills and restarts. */
export interface UserBrowser {
  /** The profile's folder. Touch it only while the browser is not running. */
  readonly profile: string
  /** The first page of the running browser. */
  readonly page: () => Page
  readonly context: () => BrowserContext
  /** Ends the browser like a crash or an empty battery: it gets no chance to write anything. */
  readonly kill: () => Promise<void>
  /** Closes the browser as a user does. */
  readonly close: () => Promise<void>
  /** Starts the browser again with the same profile. */
  readonly relaunch: () => Promise<void>
  /**
   * Closes the browser and starts it again, so that its cookies and the stored sign-in are on disk. A running browser
   * writes them up to half a minute late, and a kill before that loses them.
   */
  readonly restart: () => Promise<Page>
  /** Closes the browser and removes the profile. Throws if a page logged a forbidden console message: see `FAULTS`. */
  readonly dispose: () => Promise<void>
}

export interface BrowserOptions {
  /** The server or the proxy that the browser reaches at `SITE`. Relative paths are resolved against `SITE`. */
  readonly url: string
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  /** The size of text that the user has set in the browser, in pixels. Without it the browser has its own, 16. */
  readonly textSize?: number | undefined
  /** Touch input instead of a mouse. */
  readonly hasTouch?: boolean
  /** Adds Chromium's fake camera, which shows a moving test picture, and grants the app access to it. */
  readonly hasCamera?: boolean
  /** The path of a video (y4m) that the fake camera shows instead of its test picture. */
  readonly cameraShows?: string
  /** The profile to start with; the browser works on a copy. Without it the profile is empty. */
  readonly copyOf?: string
  /** Runs a full Chromium, because the headless shell has no background sync. */
  readonly isFullChromium?: boolean
  /** Paths of scripts that run in every page before the app. */
  readonly scripts?: readonly string[]
}

/**
 * Window height in pixels. It fits every driver on screen, including drivers that other journeys added at the same
 * server: a long list draws only the rows in view.
 */
export const TALL = 6_000

/**
 * Chromium features that no journey uses. The list under the address bar is an app of 260 files, which costs every
 * browser start as much as the app under test. Chromium applies only the last `--disable-features`. Therefore
 * `DISABLED_BY_PLAYWRIGHT` repeats the entries of Playwright's own list that change page behavior or cause network
 * calls.
 */
const UNUSED_FEATURES = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
]
/**
 * With this feature a newly started browser recompiles the app’s modules although the used device has them compiled.
 * That takes a fifth of the time of opening the first page.
 */
const RECOMPILING_FEATURES = ['BackgroundResourceFetch']
const DISABLED_BY_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'PaintHolding'],
  ...['AimEnabled', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PreconnectToSearch'],
]

const BROWSER_ARGUMENTS = [
  `--disable-features=${[...UNUSED_FEATURES, ...RECOMPILING_FEATURES, ...DISABLED_BY_PLAYWRIGHT].join(',')}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // Writes local storage after a second. Without this flag Chromium writes it at most sixty times an hour: anything
  // stored after the first five seconds reaches the disk a minute late.
  '--enable-aggressive-domstorage-flushing',
]
const CAMERA_ARGUMENTS = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

// Chromium refuses to run its sandbox as root.
const launchArguments = ({ url, hasCamera = false, cameraShows, textSize }: BrowserOptions) => [
  ...BROWSER_ARGUMENTS,
  leadingTo(url),
  ...(textSize === undefined ? [] : [`--blink-settings=defaultFontSize=${textSize}`]),
  ...(hasCamera ? CAMERA_ARGUMENTS : []),
  ...(cameraShows === undefined ? [] : [`--use-file-for-fake-video-capture=${cameraShows}`]),
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Console messages that fail a test: the page broke its own policy, or opened a dialog without a focusable element. */
const FAULTS = ['Content Security Policy', 'Failed to find focusable element']

/**
 * The recorder of traces keeps the responses of a page. When the browser has dropped the bytes of a picture meanwhile, it
 * has the page fetch the picture again (`Network.loadNetworkResource`), which the page's policy forbids for blobs. A
 * message about a fetch by the app has the address of a script instead of the page's.
 */
const isOfRecorder = (text: string, url: string) => text.startsWith("Connecting to 'blob:") && !url.endsWith('.js')

async function launch(profile: string, options: BrowserOptions, faults: string[]): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: (options.isFullChromium ? null : findHeadlessShell()) ?? fullChromium(),
    baseURL: SITE,
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.colorScheme ?? 'light',
    ...(options.hasTouch && { hasTouch: true, isMobile: true }),
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    args: launchArguments(options),
  })
  for (const path of options.scripts ?? []) await context.addInitScript({ path })
  context.on('console', (message) => {
    const { url, lineNumber } = message.location()
    if (!FAULTS.some((fault) => message.text().includes(fault)) || isOfRecorder(message.text(), url)) return
    faults.push(`${message.text()} (${url}:${lineNumber}, in ${message.worker()?.url() ?? message.page()?.url()})`)
  })
  return context
}

/** The process id of a running browser, as the browser itself reports it. */
async function browserProcessId(context: BrowserContext): Promise<number> {
  const browser = context.browser()
  if (!browser) throw new Error('the context has no browser')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const main = processInfo.find((one) => one.type === 'browser')
  if (!main) throw new Error('the browser reports no browser process')
  return main.id
}

/** Starts a browser with a new profile. */
export async function startBrowser(options: BrowserOptions): Promise<UserBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'haulyard-profile-'))
  if (options.copyOf !== undefined) cpSync(options.copyOf, profile, { recursive: true })
  const faults: string[] = []
  let context = await launch(profile, options, faults)
  let processId = await browserProcessId(context)
  const page = () => {
    const first = context.pages()[0]
    if (!first) throw new Error('the browser has no open page')
    return first
  }
  const close = async () => {
    await context.close()
  }
  const relaunch = async () => {
    context = await launch(profile, options, faults)
    processId = await browserProcessId(context)
  }
  return {
    profile,
    page,
    context: () => context,
    async kill() {
      const closed = new Promise((resolve) => context.once('close', resolve))
      process.kill(processId, 'SIGKILL')
      await closed
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
