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
/** Requests a tile, as a map does. */
class ViewedArchive extends RasterArchive {
  view({ z, x, y }: { readonly z: number; readonly x: number; readonly y: number }) {
    const done = vi.fn()
    const image = this.createTile({ z, x, y } as Point & Coords, done) as HTMLImageElement
    return { done, image, unload: () => this.fire('tileunload', { tile: image }) }
  }
}

function layer(
  read: (first: number, length: number, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>,
): ViewedArchive {
  const source: Source = {
    getKey: () => 'archive',
    getBytes: async (first, length, signal) => ({ data: (await read(first, length, signal)).buffer }),
  }
  return new ViewedArchive(archiveReader(source), AREA)
}
const inMemory = () => layer(async (first, length) => BYTES.slice(first, first + length))
afterEach(() => vi.restoreAllMocks())

test('a tile of the archive is shown, and its object URL is revoked', async () => {
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  const created = vi.spyOn(URL, 'createObjectURL')
  const { image, done } = inMemory().view({ z: 0, x: 0, y: 0 })
  await expect.poll(() => done).toHaveBeenCalledWith(undefined, image)
  const [picture] = created.mock.calls[0] ?? []
  expect(picture instanceof Blob && (await picture.text())).toBe('a picture')
  expect(image.src).toBe(created.mock.results[0]?.value)
  expect(revoked).toHaveBeenCalledWith(image.src)
  expect(image.alt).toBe('')
})

test('a tile that the archive lacks is empty, without an error', async () => {
  const { image, done } = inMemory().view({ z: 5, x: 3, y: 3 })
  await expect.poll(() => done).toHaveBeenCalledWith(undefined, image)
  expect(image.src).toBe('')
})

test('a tile that fails to load reports its error, and the next request tries again', async () => {
  let isReachable = false
  const tiles = layer(async (first, length) => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    return BYTES.slice(first, first + length)
  })
  const { done, image } = tiles.view({ z: 0, x: 0, y: 0 })
  await expect.poll(() => done).toHaveBeenCalledWith(expect.any(TypeError), image)
  isReachable = true
  const again = tiles.view({ z: 0, x: 0, y: 0 })
  await expect.poll(() => again.done).toHaveBeenCalledWith(undefined, again.image)
})

test('a tile that is no longer shown aborts its read and reports nothing', async () => {
  let signal: AbortSignal | undefined
  const tiles = layer(async (first, length, readSignal) => {
    if (first === 0) return BYTES.slice(first, first + length)
    signal = readSignal
    return new Promise((_, reject) => readSignal?.addEventListener('abort', () => reject(readSignal.reason)))
  })
  const { done, unload } = tiles.view({ z: 0, x: 0, y: 0 })
  await expect.poll(() => signal).toBeDefined()
  unload()
  expect(signal?.aborted).toBe(true)
  // By the time another tile is done, the first one would have reported too.
  const other = tiles.view({ z: 5, x: 3, y: 3 })
  await expect.poll(() => other.done).toHaveBeenCalled()
  expect(done).not.toHaveBeenCalled()
})
