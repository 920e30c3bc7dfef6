import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { freePort } from '#e2e/support/server/free-port.ts'
import { type Command, killProcessTree, type StartOptions, until, type Wire } from './wire.ts'

const STARTS_WITHIN_MS = 40_000

/** The name of each WebDriver command in Marionette, which every Firefox contains. */
const MARIONETTE_NAMES: Readonly<Record<Command, string>> = {
  navigate: 'Navigate',
  back: 'Back',
  url: 'GetCurrentURL',
  script: 'ExecuteScript',
  async: 'ExecuteAsyncScript',
  screenshot: 'TakeScreenshot',
  size: 'SetWindowRect',
  timeouts: 'SetTimeouts',
  actions: 'PerformActions',
  new_window: 'NewWindow',
  switch_to: 'SwitchToWindow',
  handle: 'GetWindowHandle',
  handles: 'GetWindowHandles',
  keys: 'ElementSendKeys',
}

/** Preferences with which Firefox shows no questions and calls no host except the one under test. */
const QUIET_PREFERENCES = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'app.normandy.enabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'app.update.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'dom.security.https_first': false,
  'intl.accept_languages': 'en-US',
}

function writeProfile(profile: string, port: number): void {
  mkdirSync(profile, { recursive: true })
  const lines = Object.entries({ ...QUIET_PREFERENCES, 'marionette.port': port }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
}

type Answer = readonly [
  kind: 1,
  id: number,
  error: { readonly error: string; readonly message: string } | null,
  result: unknown,
]

/** Splits received bytes into messages. A message is its length in bytes, a colon, and JSON of that length. */
function* messagesIn(buffer: { bytes: Buffer }): Generator<unknown> {
  for (;;) {
    const colon = buffer.bytes.indexOf(':')
    const length = Number(buffer.bytes.subarray(0, Math.max(0, colon)))
    if (colon < 0 || buffer.bytes.length < colon + 1 + length) return
    yield JSON.parse(buffer.bytes.subarray(colon + 1, colon + 1 + length).toString())
    buffer.bytes = buffer.bytes.subarray(colon + 1 + length)
  }
}

/** Marionette over its socket: a command is `[0, id, name, parameters]`, its response `[1, id, error, result]`. */
function marionette(socket: Socket) {
  const buffer = { bytes: Buffer.alloc(0) }
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let count = 0
  socket.on('data', (piece) => {
    buffer.bytes = Buffer.concat([buffer.bytes, piece])
    for (const message of messagesIn(buffer)) {
      // The first message is a greeting, not a response.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message as unknown as Answer
      const pending = waiting.get(id)
      waiting.delete(id)
      if (error) pending?.reject(new Error(`${error.error}: ${error.message}`))
      else pending?.resolve(result)
    }
  })
  const rejectAll = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has exited.'))
    waiting.clear()
  }
  socket.on('close', rejectAll)
  socket.on('error', rejectAll)
  return (name: string, parameters: unknown = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve, reject })
      const text = JSON.stringify([0, count, name, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
}

function tryConnect(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}

const resultValue = (result: unknown) =>
  typeof result === 'object' && result !== null && 'value' in result ? result.value : result

/** Runs in the browser: reads all errors that pages logged from the browser's own console, and clears it. */
const READ_CONSOLE = `
  const storage = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage)
  const isOfPage = (source) => String(source).startsWith('http')
  const logged = storage.getEvents()
    .filter(({ level, filename }) => level === 'error' && isOfPage(filename))
    .map(({ arguments: words }) => words.join(' '))
  const reported = Services.console.getMessageArray()
    .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & Ci.nsIScriptError.warningFlag))
    .filter(({ sourceName }) => isOfPage(sourceName))
    .map(({ sourceName, lineNumber, errorMessage }) => sourceName + ':' + lineNumber + ' ' + errorMessage)
  storage.clearEvents()
  Services.console.reset()
  return [...logged, ...reported]`

/** Firefox logs this for each file that a page was still loading through its service worker when it was left. */
const CUT_OFF = /Failed to load \S+\. A ServiceWorker intercepted the request and encountered an unexpected error/
/** Firefox logs this for each sign-out that clears its cache, as intended. */
const CLEARED = /Clear-Site-Data header forced the clean up of/

/** Starts Firefox and drives it through Marionette, which needs no other program. Debian package: firefox-esr. */
export async function startFirefox({ profile }: StartOptions): Promise<Wire> {
  const port = await freePort()
  writeProfile(profile, port)
  const parameters = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile]
  const browser = spawn('firefox-esr', parameters, {
    env: { ...process.env, TZ: 'America/Chicago', MOZ_CRASHREPORTER_DISABLE: '1' },
    stdio: 'ignore',
  })
  const socket = await until(() => tryConnect(port), 'Firefox does not answer.', STARTS_WITHIN_MS)
  const command = marionette(socket)
  await command('WebDriver:NewSession', { strictFileInteractability: false })
  return {
    send: async (name, body = {}) =>
      resultValue(await command(`WebDriver:${MARIONETTE_NAMES[name]}`, name === 'screenshot' ? { full: false } : body)),
    async consoleErrors() {
      await command('Marionette:SetContext', { value: 'chrome' })
      try {
        const lines = resultValue(
          await command('WebDriver:ExecuteScript', { script: READ_CONSOLE, args: [] }),
        ) as string[]
        return lines.filter((line) => !CUT_OFF.test(line) && !CLEARED.test(line))
      } finally {
        await command('Marionette:SetContext', { value: 'content' })
      }
    },
    async kill() {
      await killProcessTree(profile, browser.pid)
      socket.destroy()
    },
  }
}
