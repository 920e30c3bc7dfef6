import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EnginePage } from './engine-page.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'
import type { Wire } from './wire.ts'

/** The engines in addition to Chromium. */
export type Engine = 'WebKit' | 'Firefox'

/** A user's browser of another engine. Its profile survives kills and restarts. */
export interface EngineBrowser {
  /** The window of the browser process that runs now. */
  readonly page: () => EnginePage
  /** Opens a second tab and switches to it. The returned functions switch between the two tabs. */
  readonly openTab: () => Promise<{ readonly first: () => Promise<void>; readonly second: () => Promise<void> }>
  /** The errors that pages wrote to the console since the last call. */
  readonly consoleErrors: () => Promise<readonly string[]>
  /** Kills the browser, as a crash or an empty battery does, and starts it again with the same profile. */
  readonly killAndRestart: () => Promise<EnginePage>
  /** Kills the browser and removes its profile. */
  readonly dispose: () => Promise<void>
}

export interface EngineOptions {
  readonly engine: Engine
  /** The URL of the server, or of the network in front of it. */
  readonly url: string
  /** The value of `DISPLAY`. Only WebKit needs it. */
  readonly display: string
  readonly width?: number
  readonly height?: number
}

/** Starts a browser with an empty profile. */
export async function startEngine({
  engine,
  url,
  display,
  width = 1180,
  height = 820,
}: EngineOptions): Promise<EngineBrowser> {
  const folder = await mkdtemp(join(tmpdir(), `haulyard-${engine.toLowerCase()}-`))
  const profile = join(folder, 'profile')
  const start = async (): Promise<Wire> => {
    const wire = await (engine === 'WebKit' ? startWebKit({ profile }, display) : startFirefox({ profile }))
    await wire.send('timeouts', { script: 30_000, pageLoad: 60_000, implicit: 0 })
    await wire.send('size', { x: 0, y: 0, width, height })
    return wire
  }
  let wire = await start()
  let page = new EnginePage(wire, url)
  return {
    page: () => page,
    async openTab() {
      const first = await wire.send('handle')
      const { handle: second } = (await wire.send('new_window', { type: 'tab' })) as { readonly handle: string }
      const to = async (handle: unknown) => void (await wire.send('switch_to', { handle }))
      await to(second)
      return { first: () => to(first), second: () => to(second) }
    },
    consoleErrors: () => wire.consoleErrors(),
    async killAndRestart() {
      await wire.kill()
      wire = await start()
      page = new EnginePage(wire, url)
      return page
    },
    async dispose() {
      await wire.kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
