import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '#e2e/support/server/free-port.ts'
import { type Command, killFamily, type Started, until, type Wire } from './wire.ts'

const STARTS_WITHIN = 20_000

/** Where WebDriver takes each command. */
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
 * What WebKit says of each request that it ends because its page is left, before the page is told that it is: nobody can
 * call these off in time. All requests are of the page's own origin, so that none can be refused for want of a permission.
 */
const CUT_OFF = /Fetch API cannot load \S+ due to access control checks/

interface Reply {
  readonly value: unknown
}
const isError = (value: unknown): value is { readonly error: string; readonly message: string } =>
  typeof value === 'object' && value !== null && 'error' in value && 'message' in value

async function ask(url: string, method: 'GET' | 'POST', body: unknown): Promise<unknown> {
  const answer = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as Reply
  if (isError(value)) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** Starts WebKitGTK, the engine of Safari, under WebKitWebDriver. Debian packages: webkit2gtk-driver, gir1.2-webkit2-4.1. */
export async function startWebKit({ profile }: Started, display: string): Promise<Wire> {
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      TZ: 'America/Chicago',
      // As root there is no sandbox, and without a graphics card nothing to composite with.
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
  const isUp = () => ask(`${base}/status`, 'GET', null).catch(() => null)
  await until(isUp, `WebKitWebDriver does not answer:\n${printed}`, STARTS_WITHIN)
  const host = { binary: join(import.meta.dirname, 'webkit-host.py'), args: ['--automation', '--profile', profile] }
  const session = await ask(`${base}/session`, 'POST', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': host } },
  })
  const { sessionId } = session as { readonly sessionId: string }
  let told = 0
  return {
    send(command, { id, ...parameters } = {}) {
      const [method, path] = PATHS[command]
      return ask(`${base}/session/${sessionId}/${path.replace(':id', String(id))}`, method, parameters)
    },
    async consoleErrors() {
      const lines = printed.slice(told).split('\n')
      told = printed.length
      // “http://…:12:3: CONSOLE JS ERROR words”
      return lines.filter((line) => /\bCONSOLE \w+ ERROR\b/.test(line) && !CUT_OFF.test(line))
    },
    kill: () => killFamily(profile, driver.pid),
  }
}
