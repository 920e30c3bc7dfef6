import type { CDPSession, Page as Tab } from '@playwright/test'
import sharp from 'sharp'
import { formatNumber, inRounds, printTable, quantile } from '../measure.ts'
import type { PhotoRun } from '../page/photo-page.ts'
import { settings } from '../settings.ts'
import { startChromium } from './browser.ts'
import { bundlePage } from './bundle-page.ts'

const PHOTOS = 10
const PLACES = [
  { name: 'worker', isWorker: true },
  { name: 'page', isWorker: false },
]
const SLOWDOWNS = [1, 4]
/** The bench itself fulfills the requests for this page. Its origin is secure, like the app's. */
const PAGE = 'https://photos.localhost/'

/** A photo as phones take them: 12 megapixels, rotated by EXIF orientation 6. */
function aPhoto(number: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 100 + number, sigma: 40 } as const
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'gray', noise } })
    .blur(2)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()
}

interface PhotoTab {
  readonly tab: Tab
  readonly devtools: CDPSession
  readonly workerCode: string
}

async function measureShrinking({ tab, devtools, workerCode }: PhotoTab, isWorker: boolean, slowdown: number) {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const { took, frames, sizes } = await tab.evaluate(
    async ([count, code]): Promise<PhotoRun> => {
      const fetched = Array.from({ length: count }, async (_, number) => {
        const answer = await fetch(`/${number}.jpg`)
        return new File([await answer.blob()], `${number}.jpg`, { type: 'image/jpeg' })
      })
      return Reflect.get(globalThis, 'shrinkPhotos')(await Promise.all(fetched), code)
    },
    [PHOTOS, isWorker ? workerCode : null] as const,
  )
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return {
    'a photo, ms': took / PHOTOS,
    'median frame, ms': quantile(frames, 0.5),
    'longest frame, ms': Math.max(...frames),
    'frames over 50 ms': frames.filter((ms) => ms > 50).length,
    'largest photo, kB': Math.max(...sizes) / 1000,
  }
}

/**
 * Reduces ten photos of 12 megapixels and measures the frames meanwhile: in the app's worker, and on the page itself.
 */
export async function measurePhotos(): Promise<void> {
  const photos = await Promise.all(Array.from({ length: PHOTOS }, (_, number) => aPhoto(number)))
  const browser = await startChromium()
  try {
    const tab = await (await browser.newContext({ bypassCSP: true })).newPage()
    await tab.route(`${PAGE}**`, (route) => {
      const photo = photos[Number(/(\d+)\.jpg$/.exec(route.request().url())?.[1] ?? -1)]
      return route.fulfill(photo ? { body: photo, contentType: 'image/jpeg' } : { body: '', contentType: 'text/html' })
    })
    await tab.goto(PAGE)
    await tab.evaluate(await bundlePage('photo-page'))
    const bench = {
      tab,
      devtools: await tab.context().newCDPSession(tab),
      workerCode: await bundlePage('photo-worker'),
    }
    const cases = SLOWDOWNS.flatMap((slowdown) => PLACES.map((place) => ({ slowdown, ...place })))
    const results = await inRounds(
      settings.rounds,
      cases.map(({ name, isWorker, slowdown }) => ({
        name,
        measure: () => measureShrinking(bench, isWorker, slowdown),
      })),
    )
    printTable(`${PHOTOS} photos of 12 megapixels made small, medians of ${settings.rounds} rounds`, [
      ['', ...cases.map(({ name, slowdown }) => `${name}, CPU ${slowdown}×`)],
      ...Object.keys(results[0] ?? {}).map((name) => [
        name,
        ...results.map((one) => formatNumber(one[name] ?? Number.NaN)),
      ]),
    ])
  } finally {
    await browser.close()
  }
}
