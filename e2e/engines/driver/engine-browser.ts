import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EnginePage } from './engine-page.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'
import type { Wire } from './wire.ts'

/** The engines beside Chromium, by the name of the browser that people know. */
export type Engine = 'WebKit' | 'Firefox'

/** A person's browser of another engine: its profile lasts over kills and restarts. */
export interface EngineBrowser {
  /** The window of the browser as it runs now. */
  readonly page: () => EnginePage
  /** Opens a second tab and goes there; answers how to come back to the first. */
  readonly openTab: () => Promise<{ readonly first: () => Promise<void>; readonly second: () => Promise<void> }>
  /** What pages have written to the console as errors since it was asked last. */
  readonly consoleErrors: () => Promise<readonly string[]>
  /** Ends it as a crash or an empty battery does, and starts it again with the same profile. */
  readonly killAndRestart: () => Promise<EnginePage>
  /** Ends it and removes its profile. */
  readonly dispose: () => Promise<void>
}

export interface EngineOptions {
  readonly engine: Engine
  /** The server or the network that it reaches. */
  readonly url: string
  /** As `DISPLAY` has it; for WebKit. */
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
