import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '#e2e/support/server/free-port.ts'
import { type Command, killProcessTree, type StartOptions, until, type Wire } from './wire.ts'

const STARTS_WITHIN_MS = 20_000

/** The WebDriver method and path of each command. */
const PATHS: Readonly<Record<Command, readonly [method: 'GET' | 'POST', path: string]>> = {
  navigate: ['POST', 'url'],
  back: ['POST', 'back'],
  url: ['GET', 'url'],
  script: ['POST', 'execute/sync'],
  async: ['POST', 'execute/async'],
  screenshot: ['GET', 'screenshot'],
  size: ['POST', 'window/rect'],
  timeouts: ['POST', 'timeouts'],
  actions: ['POST', 'actions'],
  new_window: ['POST', 'window/new'],
  switch_to: ['POST', 'window'],
  handle: ['GET', 'window'],
  handles: ['GET', 'window/handles'],
  keys: ['POST', 'element/:id/value'],
}

/**
 * WebKit logs this for each request that it cancels because its page is left, before the page hears of that: the page
 * can't abort these requests in time. All requests go to the page's own origin, so none can lack a permission.
 */
const CUT_OFF = /Fetch API cannot load \S+ due to access control checks/
/** WebKit's notice, by chance, that a size changed while sizes were reported. It reports the rest with the next frame. */
const LATE = /ResizeObserver loop completed with undelivered notifications/

interface Reply {
  readonly value: unknown
}
const isError = (value: unknown): value is { readonly error: string; readonly message: string } =>
  typeof value === 'object' && value !== null && 'error' in value && 'message' in value

async function callDriver(url: string, method: 'GET' | 'POST', body: unknown): Promise<unknown> {
  const response = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as Reply
  if (isError(value)) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** Starts WebKitGTK, Safari's engine, under WebKitWebDriver. Debian packages: webkit2gtk-driver, gir1.2-webkit2-4.1. */
export async function startWebKit({ profile }: StartOptions, display: string): Promise<Wire> {
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      TZ: 'America/Chicago',
      // Root can't use the sandbox, and a machine without a graphics card can't composite.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const keep = (part: Buffer) => {
    printed += part.toString()
  }
  driver.stdout.on('data', keep)
  driver.stderr.on('data', keep)
  const base = `http://127.0.0.1:${port}`
  const isUp = () => callDriver(`${base}/status`, 'GET', null).catch(() => null)
  await until(isUp, `WebKitWebDriver does not answer:\n${printed}`, STARTS_WITHIN_MS)
  const host = { binary: join(import.meta.dirname, 'webkit-host.py'), args: ['--automation', '--profile', profile] }
  const session = await callDriver(`${base}/session`, 'POST', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': host } },
  })
  const { sessionId } = session as { readonly sessionId: string }
  let reportedLength = 0
  return {
    send(command, { id, ...parameters } = {}) {
      const [method, path] = PATHS[command]
      return callDriver(`${base}/session/${sessionId}/${path.replace(':id', String(id))}`, method, parameters)
    },
    async consoleErrors() {
      const lines = printed.slice(reportedLength).split('\n')
      reportedLength = printed.length
      // “http://…:12:3: CONSOLE JS ERROR message”
      return lines.filter((line) => /\bCONSOLE \w+ ERROR\b/.test(line) && !CUT_OFF.test(line) && !LATE.test(line))
    },
    kill: () => killProcessTree(profile, driver.pid),
  }
}
