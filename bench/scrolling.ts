import type { Page as Tab } from '@playwright/test'
import { quantile } from './measure.ts'
import { settings } from './settings.ts'
import { compareSlowed, type Slowed } from './slowed.ts'

const PAGES = [
  { name: 'drivers', path: '/drivers', row: 'article' },
  { name: 'schedule', path: '/schedule', row: '[role=gridcell]' },
] as const
/** A second of wheel turns forth, as fast as a person turns, and one back. */
const TURNS = 60
const TURN_PX = 300

/** Turns the wheel over the list, and answers how long each frame took, in ms, and how many elements the page has. */
async function scrolled(tab: Tab): Promise<{ frames: number[]; elements: number }> {
  await tab.evaluate(() => {
    const frames: number[] = []
    Object.assign(globalThis, { frameTimes: frames })
    let last = performance.now()
    const note = (now: number) => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  for (let turn = 0; turn < TURNS; turn++) await tab.mouse.wheel(0, turn < TURNS * 0.75 ? TURN_PX : -TURN_PX)
  return tab.evaluate((): { frames: number[]; elements: number } => ({
    frames: Reflect.get(globalThis, 'frameTimes'),
    elements: document.querySelectorAll('*').length,
  }))
}

async function measured({ browser, app, state, slowdown }: Slowed) {
  const numbers: Record<string, number> = {}
  for (const { name, path, row } of PAGES) {
    const context = await browser.newContext({ storageState: state, viewport: { width: 1440, height: 900 } })
    const tab = await context.newPage()
    await tab.goto(`${app.origin}${path}`)
    await tab.locator(row).first().waitFor()
    const devtools = await context.newCDPSession(tab)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await tab.mouse.move(720, 600)
    const { frames, elements } = await scrolled(tab)
    numbers[`${name}: median frame`] = quantile(frames, 0.5)
    numbers[`${name}: 95 of 100 frames`] = quantile(frames, 0.95)
    numbers[`${name}: frames over 50 ms, %`] = (100 * frames.filter((ms) => ms > 50).length) / frames.length
    numbers[`${name}: elements in the page`] = elements
    await context.close()
  }
  return numbers
}

/** Frames while the lists of the whole company are scrolled through. */
export const measureScrolling = () => compareSlowed(`Scrolling ${settings.drivers} drivers`, measured)
