import type { CDPSession, Page as Tab } from '@playwright/test'
import { quantile } from '../measure.ts'
import { companySize, settings } from '../settings.ts'
import { compareSlowed, readyTab, type Slowed } from './slowed.ts'

const PAGES = [
  { name: 'drivers', path: '/drivers', row: 'article' },
  { name: 'trucks', path: '/trucks', row: 'article' },
  { name: 'trailers', path: '/trailers', row: 'article' },
  { name: 'schedule', path: '/schedule', row: '[role=gridcell]' },
] as const
/** How fast a list is scrolled, in pixels a second: brisk reading, and thrown. Windows are 900 high. */
const SPEEDS = { read: 1_500, thrown: 6_000 } as const
/** How far, forth and then back a part of it. */
const FORTH_PX = 9_000
const BACK_PX = 3_000

interface Scrolled {
  /** How long each frame took, in ms. */
  readonly frames: readonly number[]
  /** The most elements that were in the page at once. */
  readonly most: number
}

/** Scrolls the list as a finger does. */
async function scrolled(tab: Tab, devtools: CDPSession, speed: number): Promise<Scrolled> {
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
  return tab.evaluate((): Scrolled => {
    const frames: number[] = Reflect.get(globalThis, 'frameTimes')
    Object.assign(globalThis, { frameTimes: null })
    return { frames, most: Reflect.get(globalThis, 'mostElements') }
  })
}

async function measured(slowed: Slowed, lists: readonly string[]) {
  const { app, slowdown } = slowed
  const numbers: Record<string, number> = {}
  const { context, tab } = await readyTab(slowed)
  for (const { name, path, row } of PAGES.filter((page) => lists.includes(page.name))) {
    await tab.goto(`${app.origin}${path}`)
    await tab.locator(row).first().waitFor()
    const devtools = await context.newCDPSession(tab)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    for (const [how, speed] of Object.entries(SPEEDS)) {
      const { frames, most } = await scrolled(tab, devtools, speed)
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

/** Frames while the lists of the whole company are scrolled through. */
export const measureScrolling = (lists = settings.lists) =>
  compareSlowed(`Scrolling, ${companySize()}`, (slowed) => measured(slowed, lists))
