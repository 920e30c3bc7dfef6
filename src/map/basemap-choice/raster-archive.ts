import { type Coords, type DoneCallback, GridLayer, type TileEvent } from 'leaflet'
import type { PMTiles } from 'pmtiles'
import { ABOVE_PACKAGED } from './chosen-layer.ts'
import type { ArchiveArea } from './tile-archive.ts'

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

/**
 * Raster tiles of an archive. A missing tile is drawn empty. A tile that fails to load is drawn empty too and fires
 * `tileerror`.
 */
export class RasterArchive extends GridLayer {
  readonly #archive: PMTiles
  readonly #asking = new WeakMap<HTMLElement, AbortController>()

  constructor(archive: PMTiles, { bounds, minZoom, maxZoom }: ArchiveArea) {
    super({ ...ABOVE_PACKAGED, bounds, minNativeZoom: minZoom, maxNativeZoom: maxZoom })
    this.#archive = archive
    this.on('tileunload', ({ tile }: TileEvent) => this.#asking.get(tile)?.abort())
  }

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const image = document.createElement('img')
    image.alt = ''
    const asking = new AbortController()
    this.#asking.set(image, asking)
    this.#show(image, coords, asking.signal).then(
      () => done(undefined, image),
      (reason: unknown) => {
        if (!asking.signal.aborted) done(asError(reason), image)
      },
    )
    return image
  }

  async #show(image: HTMLImageElement, { z, x, y }: Coords, signal: AbortSignal): Promise<void> {
    const tile = await this.#archive.getZxy(z, x, y, signal)
    if (tile === undefined) return
    // The blob needs no type: browsers detect the image format.
    const url = URL.createObjectURL(new Blob([tile.data]))
    try {
      image.src = url
      await image.decode()
    } finally {
      URL.revokeObjectURL(url)
    }
  }
}
