import type { CDPSession, Page as Tab } from '@playwright/test'
import { quantile } from '../measure.ts'
import { companySize, settings } from '../settings.ts'
import { compareSlowed, readyTab, type SlowedBrowser } from './slowed.ts'

const PAGES = [
  { name: 'drivers', path: '/drivers', row: 'article' },
  { name: 'trucks', path: '/trucks', row: 'article' },
  { name: 'trailers', path: '/trailers', row: 'article' },
  { name: 'schedule', path: '/schedule', row: '[role=gridcell]' },
] as const
/** Scroll speeds in pixels a second: brisk reading, and a fling. Windows are 900 pixels high. */
const SPEEDS = { read: 1_500, thrown: 6_000 } as const
/** Scroll distances: forward, then a part of it back. */
const FORTH_PX = 9_000
const BACK_PX = 3_000

interface ScrollFigures {
  /** Duration of each frame, in ms. */
  readonly frames: readonly number[]
  /** The largest number of elements in the page at the same time. */
  readonly most: number
}

/** Scrolls the list with a touch gesture. */
async function scrollList(tab: Tab, devtools: CDPSession, speed: number): Promise<ScrollFigures> {
  await tab.evaluate(() => {
    const frames: number[] = []
    const elements = document.getElementsByTagName('*')
    let last: number | null = null
    const note = (now: number) => {
      if (last !== null) frames.push(now - last)
      last = now
      Object.assign(globalThis, { mostElements: Math.max(Reflect.get(globalThis, 'mostElements'), elements.length) })
      if (Reflect.get(globalThis, 'frameTimes') === frames) requestAnimationFrame(note)
    }
    Object.assign(globalThis, { frameTimes: frames, mostElements: 0 })
    requestAnimationFrame(note)
  })
  for (const yDistance of [-FORTH_PX, BACK_PX]) {
    await devtools.send('Input.synthesizeScrollGesture', { x: 720, y: 500, yDistance, speed, preventFling: true })
  }
  return tab.evaluate((): ScrollFigures => {
    const frames: number[] = Reflect.get(globalThis, 'frameTimes')
    Object.assign(globalThis, { frameTimes: null })
    return { frames, most: Reflect.get(globalThis, 'mostElements') }
  })
}

async function measureLists(slowed: SlowedBrowser, lists: readonly string[]) {
  const { app, slowdown } = slowed
  const numbers: Record<string, number> = {}
  const { context, tab } = await readyTab(slowed)
  for (const { name, path, row } of PAGES.filter((page) => lists.includes(page.name))) {
    await tab.goto(`${app.origin}${path}`)
    await tab.locator(row).first().waitFor()
    const devtools = await context.newCDPSession(tab)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    for (const [how, speed] of Object.entries(SPEEDS)) {
      const { frames, most } = await scrollList(tab, devtools, speed)
      numbers[`${name}, ${how}: median frame`] = quantile(frames, 0.5)
      numbers[`${name}, ${how}: 95 of 100 frames`] = quantile(frames, 0.95)
      numbers[`${name}, ${how}: frames over 50 ms, %`] = (100 * frames.filter((ms) => ms > 50).length) / frames.length
      numbers[`${name}, ${how}: elements in the page at most`] = most
    }
    numbers[`${name}: elements in the page at last`] = await tab.evaluate(() => document.querySelectorAll('*').length)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
  await context.close()
  return numbers
}

/** Measures the frames while the lists of the whole company are scrolled. */
export const measureScrolling = (lists = settings.lists) =>
  compareSlowed(`Scrolling, ${companySize()}`, (slowed) => measureLists(slowed, lists))
