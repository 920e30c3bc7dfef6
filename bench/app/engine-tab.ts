import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page as Tab } from '@playwright/test'
import type { Driver } from '#contract/people/drivers.ts'
import type { Page } from '#contract/wire/page.ts'
import type { EngineBench } from '../page/engine-page.ts'
import type { ServedApp } from '../served-app.ts'
import { startChromiumIn } from './browser.ts'
import { bundlePage } from './bundle-page.ts'

export interface EngineTab {
  readonly tab: Tab
  readonly devtools: CDPSession
  /** Calls a function of the page. */
  call<Name extends keyof EngineBench>(
    name: Name,
    ...args: Parameters<EngineBench[Name]>
  ): Promise<Awaited<ReturnType<EngineBench[Name]>>>
  slowDown(times: number): Promise<void>
  close(): Promise<void>
}

/** Opens a page of the app's origin with only the outbox engine: no screen, the browser's storage on a real disk. */
export async function engineTab(app: ServedApp): Promise<EngineTab> {
  const folder = await mkdtemp(join(tmpdir(), 'haulyard-bench-'))
  const context = await startChromiumIn(folder, { bypassCSP: true, serviceWorkers: 'block' })
  const tab = await context.newPage()
  await tab.goto(`${app.origin}/api/health/`)
  await tab.evaluate(await bundlePage('engine-page'))
  const devtools = await context.newCDPSession(tab)
  const drivers: Driver[] = []
  for (let next: string | null = '/api/drivers/?limit=1000'; next !== null; ) {
    const page = (await (await fetch(`${app.origin}${next}`, { headers: app.headers })).json()) as Page<Driver>
    drivers.push(...page.results)
    next = page.next
  }
  const call: EngineTab['call'] = (name, ...args) =>
    tab.evaluate(
      ([method, parameters]) =>
        Reflect.get(Reflect.get(globalThis, 'engineBench'), method as string)(...(parameters as unknown[])),
      [name, args] as const,
    )
  await call('prepare', drivers, app.headers.authorization?.replace('Bearer ', '') ?? '')
  return {
    tab,
    devtools,
    call,
    slowDown: async (rate) => void (await devtools.send('Emulation.setCPUThrottlingRate', { rate })),
    async close() {
      await context.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
