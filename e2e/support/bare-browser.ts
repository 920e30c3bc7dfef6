import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullChromium } from '#scripts/find-program.mjs'
import { type BrowserOptions, TALL } from './browser.ts'
import { leadingTo, SITE } from './server/site.ts'

/** One tab, driven by the browser's own protocol alone. */
export interface BareTab {
  /** What an expression comes to in the page, as JSON can say it; null while the tab is between two pages. */
  readonly run: <T>(expression: string) => Promise<T | null>
  readonly freeze: () => Promise<void>
  readonly thaw: () => Promise<void>
}

/**
 * A browser whose tabs in the background are hidden and can be put to sleep. Playwright keeps every tab it drives
 * focused, so that none of them is ever hidden, and freezing one does nothing and says nothing. Chromium's headless shell
 * shows all tabs at once, so this is a whole Chromium.
 */
export interface BareBrowser {
  /** Opens a tab at a path of `SITE`. */
  readonly open: (path: string) => Promise<BareTab>
  readonly dispose: () => Promise<void>
}

type BareOptions = Pick<BrowserOptions, 'url' | 'copyOf'>

interface Answer {
  readonly id?: number
  readonly error?: { readonly message: string }
  readonly result?: {
    readonly result?: { readonly value?: unknown }
    readonly exceptionDetails?: { readonly text: string }
  }
}

const BETWEEN_PAGES = /Cannot find default execution context|Execution context was destroyed|Inspected target navigated/

/** Where the browser listens; it says so when it has started. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stderr?.on('data', (part: Buffer) => {
      printed += part.toString()
      const [, host] = printed.match(/ws:\/\/([^/]+)\//) ?? []
      if (host) resolve(host)
    })
    child.once('exit', () => reject(new Error(`Chromium ended at its start:\n${printed}`)))
  })
}

async function tabAt(address: string): Promise<BareTab> {
  const socket = new WebSocket(address)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const asked = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const answer = JSON.parse(data) as Answer
    asked.get(answer.id ?? 0)?.(answer)
  })
  let last = 0
  const send = async (method: string, params: Readonly<Record<string, unknown>>) => {
    last += 1
    const id = last
    const answered = new Promise<Answer>((resolve) => asked.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { error, result } = await answered
    const problem = error?.message ?? result?.exceptionDetails?.text
    if (problem && BETWEEN_PAGES.test(problem)) return null
    if (problem) throw new Error(`${method}: ${problem}`)
    return result?.result?.value
  }
  const become = async (state: 'frozen' | 'active') => void (await send('Page.setWebLifecycleState', { state }))
  return {
    run: async <T>(expression: string) =>
      (await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })) as T | null,
    freeze: () => become('frozen'),
    thaw: () => become('active'),
  }
}

/** See `BrowserOptions`. */
export async function startBareBrowser({ url, copyOf }: BareOptions): Promise<BareBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'haulyard-bare-'))
  if (copyOf !== undefined) cpSync(copyOf, profile, { recursive: true })
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const options = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    leadingTo(url),
    `--window-size=1280,${TALL}`,
    ...root,
  ]
  const child = spawn(fullChromium(), [...options, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const host = await addressOf(child)
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
