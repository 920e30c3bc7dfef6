import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { BACKGROUNDS, SCREENS, startupImages } from '#scripts/build/startup-images.ts'
import { manifest } from '#scripts/build/web-manifest.ts'

const page = readFileSync('index.html', 'utf8')
const images = new Map<string, Buffer>()
beforeAll(async () => {
  for await (const { fileName, source } of startupImages()) images.set(`/${fileName}`, source)
})

interface Device {
  readonly width: number
  readonly height: number
  readonly ratio: number
  readonly standalone?: boolean
  readonly maxTouchPoints?: number
}

/** The startup images that the page links to on a device, with address and media condition. */
function linksOn({ width, height, ratio, standalone = false, maxTouchPoints = 5 }: Device) {
  const [, script] = page.match(/<script>([^<]*apple-touch-startup-image[^<]*)<\/script>/) ?? []
  if (script === undefined) throw new Error('the page has no script that links to startup images')
  const links: { readonly rel: string; readonly href: string; readonly media: string }[] = []
  runInNewContext(script, {
    navigator: { standalone, maxTouchPoints },
    screen: { width, height },
    devicePixelRatio: ratio,
    document: { createElement: () => ({}), head: { appendChild: (link: (typeof links)[number]) => links.push(link) } },
  })
  return links
}

const sizeOf = (png: Buffer | undefined) => png && `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

describe.each(SCREENS)('an iPhone or iPad of %i x %i points with a pixel ratio of %i', (short, long, ratio) => {
  test.each([
    ['upright', short, long],
    ['sideways', long, short],
  ])('has a startup image of its exact size in both color schemes, installed %s', (_, width, height) => {
    const links = linksOn({ width, height, ratio })
    expect(new Set(links.map(({ media }) => media)).size).toBe(4)
    for (const scheme of ['light', 'dark'])
      for (const [orientation, size] of [
        ['portrait', `${short * ratio}x${long * ratio}`],
        ['landscape', `${long * ratio}x${short * ratio}`],
      ]) {
        const media = `(orientation: ${orientation}) and (prefers-color-scheme: ${scheme})`
        const link = links.find((one) => one.media === media)
        expect(link).toMatchObject({ rel: 'apple-touch-startup-image', href: `/startup/${size}-${scheme}.png` })
        expect(sizeOf(images.get(link?.href ?? ''))).toBe(size)
      }
  })
})

describe('startup images', () => {
  it('are made once for each screen, and none is made that no device shows', () => {
    expect(new Set(SCREENS.map(String)).size).toBe(SCREENS.length)
    expect(images.size).toBe(SCREENS.length * 4)
  })

  it('are not linked on a Mac or in the installed app', () => {
    const mac = { width: 1440, height: 900, ratio: 2 }
    expect(linksOn({ ...mac, maxTouchPoints: 0 })).toEqual([])
    expect(linksOn({ width: 390, height: 844, ratio: 3, standalone: true })).toEqual([])
  })

  it('have the meta tag without which iOS ignores them', () => {
    expect(page).toContain('<meta name="apple-mobile-web-app-capable" content="yes" />')
  })

  it('have the background of the first frame and the icon in the middle', async () => {
    expect(manifest.background_color).toBe(BACKGROUNDS.light)
    for (const [scheme, ground] of Object.entries(BACKGROUNDS)) {
      expect(page).toContain(`background: ${ground};`)
      const png = images.get(`/startup/1170x2532-${scheme}.png`)
      const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const at = (x: number, y: number) =>
        `#${data.toString('hex', (y * info.width + x) * 3, (y * info.width + x) * 3 + 3)}`
      expect([at(0, 0), at(1169, 2531), at(585, 1000), at(585, 1266 - 100)]).toEqual([
        ground,
        ground,
        ground,
        '#17324d',
      ])
    }
  })
})
