import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { freePort } from '#e2e/support/server/free-port.ts'
import { type Command, killFamily, type Started, until, type Wire } from './wire.ts'

const STARTS_WITHIN = 40_000

/** What Marionette, which is in every Firefox, calls each command of WebDriver. */
const NAMES: Readonly<Record<Command, string>> = {
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

/** It asks nobody anything, and calls no host but the one under test. */
const QUIET = {
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

function prepare(profile: string, port: number): void {
  mkdirSync(profile, { recursive: true })
  const lines = Object.entries({ ...QUIET, 'marionette.port': port }).map(
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

/** Takes what came in apart into messages: each is its length in bytes, a colon, and so much JSON. */
function* messagesIn(buffer: { bytes: Buffer }): Generator<unknown> {
  for (;;) {
    const colon = buffer.bytes.indexOf(':')
    const length = Number(buffer.bytes.subarray(0, Math.max(0, colon)))
    if (colon < 0 || buffer.bytes.length < colon + 1 + length) return
    yield JSON.parse(buffer.bytes.subarray(colon + 1, colon + 1 + length).toString())
    buffer.bytes = buffer.bytes.subarray(colon + 1 + length)
  }
}

/** Marionette over its socket: a command is `[0, id, name, parameters]`, its answer `[1, id, error, result]`. */
function marionette(socket: Socket) {
  const buffer = { bytes: Buffer.alloc(0) }
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let count = 0
  socket.on('data', (piece) => {
    buffer.bytes = Buffer.concat([buffer.bytes, piece])
    for (const message of messagesIn(buffer)) {
      // The first message greets, and is no answer.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message as unknown as Answer
      const asked = waiting.get(id)
      waiting.delete(id)
      if (error) asked?.reject(new Error(`${error.error}: ${error.message}`))
      else asked?.resolve(result)
    }
  })
  const gone = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has gone.'))
    waiting.clear()
  }
  socket.on('close', gone)
  socket.on('error', gone)
  return (name: string, parameters: unknown = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve, reject })
      const text = JSON.stringify([0, count, name, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
}

function connected(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}

const answered = (result: unknown) =>
  typeof result === 'object' && result !== null && 'value' in result ? result.value : result

/** Everything that pages have logged as an error, by the browser's own console. */
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

/** What Firefox says of each file that a page was still loading by its worker when it was left. */
const CUT_OFF = /Failed to load \S+\. A ServiceWorker intercepted the request and encountered an unexpected error/
/** What it says of each sign-out that has it forget what it cached: as it was asked to. */
const CLEARED = /Clear-Site-Data header forced the clean up of/

/** Starts Firefox and talks to it by Marionette, which needs no other program. Debian package: firefox-esr. */
export async function startFirefox({ profile }: Started): Promise<Wire> {
  const port = await freePort()
  prepare(profile, port)
  const parameters = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile]
  const browser = spawn('firefox-esr', parameters, {
    env: { ...process.env, TZ: 'America/Chicago', MOZ_CRASHREPORTER_DISABLE: '1' },
    stdio: 'ignore',
  })
  const socket = await until(() => connected(port), 'Firefox does not answer.', STARTS_WITHIN)
  const command = marionette(socket)
  await command('WebDriver:NewSession', { strictFileInteractability: false })
  return {
    send: async (name, body = {}) =>
      answered(await command(`WebDriver:${NAMES[name]}`, name === 'screenshot' ? { full: false } : body)),
    async consoleErrors() {
      await command('Marionette:SetContext', { value: 'chrome' })
      try {
        const lines = answered(await command('WebDriver:ExecuteScript', { script: READ_CONSOLE, args: [] })) as string[]
        return lines.filter((line) => !CUT_OFF.test(line) && !CLEARED.test(line))
      } finally {
        await command('Marionette:SetContext', { value: 'content' })
      }
    },
    async kill() {
      await killFamily(profile, browser.pid)
      socket.destroy()
    },
  }
}
