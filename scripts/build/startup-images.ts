import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { root } from '../places.mjs'
import { indexedPng } from './indexed-png.ts'

/**
 * The screens of the iPhones and iPads with a supported Safari: short side and long side in points, and pixels per
 * point. A device that is not in this list starts with an empty screen.
 */
export const SCREENS: readonly (readonly [short: number, long: number, ratio: 2 | 3])[] = [
  [375, 667, 2], // iPhone 8, SE 2 and 3
  [414, 736, 3], // iPhone 8 Plus
  [375, 812, 3], // iPhone X, XS, 11 Pro, 12 and 13 mini
  [414, 896, 2], // iPhone XR, 11
  [414, 896, 3], // iPhone XS Max, 11 Pro Max
  [390, 844, 3], // iPhone 12, 12 Pro, 13, 13 Pro, 14, 16e, 17e
  [428, 926, 3], // iPhone 12 and 13 Pro Max, 14 Plus
  [393, 852, 3], // iPhone 14 Pro, 15, 15 Pro, 16
  [430, 932, 3], // iPhone 14 Pro Max, 15 Plus, 15 Pro Max, 16 Plus
  [402, 874, 3], // iPhone 16 Pro, 17, 17 Pro
  [420, 912, 3], // iPhone Air
  [440, 956, 3], // iPhone 16 and 17 Pro Max
  [744, 1133, 2], // iPad mini 6 and 7
  [768, 1024, 2], // iPad 5 and 6, mini 5, Pro 9.7"
  [810, 1080, 2], // iPad 7 to 9
  [820, 1180, 2], // iPad 10 and 11, Air 4 and later of 11"
  [834, 1112, 2], // iPad Air 3, Pro 10.5"
  [834, 1194, 2], // iPad Pro 11", the first four
  [834, 1210, 2], // iPad Pro 11" from the M4 on
  [1024, 1366, 2], // iPad Pro 12.9", Air 13"
  [1032, 1376, 2], // iPad Pro 13"
]

/** The background color of the page's first frame, as in `index.html`. */
export const BACKGROUNDS = { light: '#f6f7f9', dark: '#10161d' } as const
type Scheme = keyof typeof BACKGROUNDS

/** The icon's side in points. */
const ICON_SIZE = 96

interface Tile {
  /** The length of each side in pixels. */
  readonly side: number
  readonly palette: Buffer
  readonly pixels: Buffer
}

/** The brand's icon on the scheme's background, which is color 0 of the palette. */
async function iconTile(scheme: Scheme, side: number): Promise<Tile> {
  const icon = sharp(readFileSync(join(root, 'public', 'favicon.svg'))).resize(side)
  const colors = await icon.flatten({ background: BACKGROUNDS[scheme] }).raw().toBuffer()
  const numbers = new Map([[Number.parseInt(BACKGROUNDS[scheme].slice(1), 16), 0]])
  const pixels = Buffer.alloc(side * side)
  for (let at = 0; at < pixels.length; at += 1) {
    const color = colors.readUIntBE(at * 3, 3)
    if (!numbers.has(color)) numbers.set(color, numbers.size)
    pixels[at] = numbers.get(color) ?? 0
  }
  if (numbers.size > 256) throw new Error(`the icon has ${numbers.size} colors; a PNG palette holds at most 256`)
  const palette = Buffer.alloc(numbers.size * 3)
  for (const [color, number] of numbers) palette.writeUIntBE(color, number * 3, 3)
  return { side, palette, pixels }
}

/** An image of `width` × `height` pixels with the icon in the middle. */
function startupImage(width: number, height: number, { side, palette, pixels: icon }: Tile): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height)
  const left = Math.round((width - side) / 2)
  const top = Math.round((height - side) / 2)
  for (let y = 0; y < side; y += 1) pixels.set(icon.subarray(y * side, (y + 1) * side), (top + y) * width + left)
  return indexedPng({ width, height, palette, pixels })
}

/** All startup images: for each screen, portrait and landscape, in both color schemes. */
export async function* startupImages(): AsyncGenerator<{ readonly fileName: string; readonly source: Buffer }> {
  for (const scheme of ['light', 'dark'] as const) {
    const tiles = { 2: await iconTile(scheme, 2 * ICON_SIZE), 3: await iconTile(scheme, 3 * ICON_SIZE) }
    for (const [short, long, ratio] of SCREENS) {
      for (const [width, height] of [
        [short * ratio, long * ratio],
        [long * ratio, short * ratio],
      ] as const)
        yield {
          fileName: `startup/${width}x${height}-${scheme}.png`,
          source: await startupImage(width, height, tiles[ratio]),
        }
    }
  }
}

/** Adds the images that iPhones and iPads show while the installed app starts to the build. The page links to them. */
export function startupImagesPlugin(): Plugin {
  return {
    name: 'haulyard-startup-images',
    apply: 'build',
    async generateBundle() {
      for await (const { fileName, source } of startupImages()) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
