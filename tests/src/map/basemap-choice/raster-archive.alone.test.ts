import type { Coords, Point } from 'leaflet'
import type { Source } from 'pmtiles'
import { afterEach, expect, test, vi } from 'vitest'
import { pageForLeaflet } from '#tests/support/browser/page-for-leaflet.ts'
import { aTileArchive } from '#tests/support/builders/a-tile-archive.ts'

pageForLeaflet()
const { LatLngBounds } = await import('leaflet')
const { RasterArchive } = await import('#src/map/basemap-choice/raster-archive.ts')
const { archiveReader } = await import('#src/map/basemap-choice/tile-archive.ts')

const BYTES = new Uint8Array(aTileArchive({ tile: Buffer.from('a picture') }))
const AREA = { bounds: new LatLngBounds([-85, -180], [85, 180]), minZoom: 0, maxZoom: 0 }
/** Asks for a tile, as a map does. */
class Looked extends RasterArchive {
  look({ z, x, y }: { readonly z: number; readonly x: number; readonly y: number }) {
    const done = vi.fn()
    const image = this.createTile({ z, x, y } as Point & Coords, done) as HTMLImageElement
    return { done, image, unload: () => this.fire('tileunload', { tile: image }) }
  }
}

function layer(
  read: (first: number, length: number, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>,
): Looked {
  const source: Source = {
    getKey: () => 'archive',
    getBytes: async (first, length, signal) => ({ data: (await read(first, length, signal)).buffer }),
  }
  return new Looked(archiveReader(source), AREA)
}
const inMemory = () => layer(async (first, length) => BYTES.slice(first, first + length))
afterEach(() => vi.restoreAllMocks())

test('a picture of the archive is shown, and nothing of it stays behind', async () => {
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  const made = vi.spyOn(URL, 'createObjectURL')
  const { image, done } = inMemory().look({ z: 0, x: 0, y: 0 })
  await expect.poll(() => done).toHaveBeenCalledWith(undefined, image)
  const [picture] = made.mock.calls[0] ?? []
  expect(picture instanceof Blob && (await picture.text())).toBe('a picture')
  expect(image.src).toBe(made.mock.results[0]?.value)
  expect(revoked).toHaveBeenCalledWith(image.src)
  expect(image.alt).toBe('')
})

test('where the archive has none the tile is empty, which is no fault', async () => {
  const { image, done } = inMemory().look({ z: 5, x: 3, y: 3 })
  await expect.poll(() => done).toHaveBeenCalledWith(undefined, image)
  expect(image.src).toBe('')
})

test('a picture that can’t be had is a tile with a fault, and the next look asks again', async () => {
  let isThere = false
  const tiles = layer(async (first, length) => {
    if (!isThere) throw new TypeError('Failed to fetch')
    return BYTES.slice(first, first + length)
  })
  const { done, image } = tiles.look({ z: 0, x: 0, y: 0 })
  await expect.poll(() => done).toHaveBeenCalledWith(expect.any(TypeError), image)
  isThere = true
  const again = tiles.look({ z: 0, x: 0, y: 0 })
  await expect.poll(() => again.done).toHaveBeenCalledWith(undefined, again.image)
})

test('what is not looked at any more is not waited for', async () => {
  let signal: AbortSignal | undefined
  const tiles = layer(async (first, length, given) => {
    if (first === 0) return BYTES.slice(first, first + length)
    signal = given
    return new Promise((_, reject) => given?.addEventListener('abort', () => reject(given.reason)))
  })
  const { done, unload } = tiles.look({ z: 0, x: 0, y: 0 })
  await expect.poll(() => signal).toBeDefined()
  unload()
  expect(signal?.aborted).toBe(true)
  // By when another tile is there, the first would have been told of too.
  const other = tiles.look({ z: 5, x: 3, y: 3 })
  await expect.poll(() => other.done).toHaveBeenCalled()
  expect(done).not.toHaveBeenCalled()
})
