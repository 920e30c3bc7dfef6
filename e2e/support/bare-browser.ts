import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullChromium } from '#scripts/find-program.mjs'
import { type BrowserOptions, TALL } from './browser.ts'
import { leadingTo, SITE } from './server/site.ts'

/** One tab, driven only through the browser's own protocol. */
export interface BareTab {
  /** Evaluates an expression in the page. The result is JSON-serializable; null while the tab is between two pages. */
  readonly run: <T>(expression: string) => Promise<T | null>
  readonly freeze: () => Promise<void>
  readonly thaw: () => Promise<void>
}

/**
 * A browser whose background tabs are hidden and can be frozen. Playwright keeps every tab focused, so no tab is ever
 * hidden, and freezing a tab silently does nothing. Chromium's headless shell shows all tabs at the same time, so this
 * browser is a full Chromium.
 */
export interface BareBrowser {
  /** Opens a tab at a path of `SITE`. */
  readonly open: (path: string) => Promise<BareTab>
  readonly dispose: () => Promise<void>
}

type BareOptions = Pick<BrowserOptions, 'url' | 'copyOf'>

interface ProtocolResponse {
  readonly id?: number
  readonly error?: { readonly message: string }
  readonly result?: {
    readonly result?: { readonly value?: unknown }
    readonly exceptionDetails?: { readonly text: string }
  }
}

const BETWEEN_PAGES = /Cannot find default execution context|Execution context was destroyed|Inspected target navigated/

/** Host and port of the browser's debugger, which the browser prints at its start. */
function debuggerHost(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stderr?.on('data', (part: Buffer) => {
      printed += part.toString()
      const [, host] = printed.match(/ws:\/\/([^/]+)\//) ?? []
      if (host) resolve(host)
    })
    child.once('exit', () => reject(new Error(`Chromium exited at startup:\n${printed}`)))
  })
}

async function tabAt(address: string): Promise<BareTab> {
  const socket = new WebSocket(address)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const pending = new Map<number, (answer: ProtocolResponse) => void>()
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const answer = JSON.parse(data) as ProtocolResponse
    pending.get(answer.id ?? 0)?.(answer)
  })
  let lastId = 0
  const send = async (method: string, params: Readonly<Record<string, unknown>>) => {
    lastId += 1
    const id = lastId
    const response = new Promise<ProtocolResponse>((resolve) => pending.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { error, result } = await response
    const problem = error?.message ?? result?.exceptionDetails?.text
    if (problem && BETWEEN_PAGES.test(problem)) return null
    if (problem) throw new Error(`${method}: ${problem}`)
    return result?.result?.value
  }
  const setState = async (state: 'frozen' | 'active') => void (await send('Page.setWebLifecycleState', { state }))
  return {
    run: async <T>(expression: string) =>
      (await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })) as T | null,
    freeze: () => setState('frozen'),
    thaw: () => setState('active'),
  }
}

/** See `BrowserOptions`. */
export async function startBareBrowser({ url, copyOf }: BareOptions): Promise<BareBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'haulyard-bare-'))
  if (copyOf !== undefined) cpSync(copyOf, profile, { recursive: true })
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const options = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    leadingTo(url),
    `--window-size=1280,${TALL}`,
    ...sandbox,
  ]
  const child = spawn(fullChromium(), [...options, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const host = await debuggerHost(child)
  return {
    async open(path) {
      const answer = await fetch(`http://${host}/json/new?${encodeURIComponent(SITE + path)}`, { method: 'PUT' })
      return tabAt(((await answer.json()) as { webSocketDebuggerUrl: string }).webSocketDebuggerUrl)
    },
    async dispose() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
