import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FileRefused, PHOTOS_UNSUPPORTED } from '#src/form/photos/file-refused.ts'
import { AVATAR, type Bounds, fitSize, shrinkPhoto } from '#src/form/photos/shrink-photo.ts'

/** As much of a browser's canvas as shrinking uses. */
class FakeCanvas {
  static made: FakeCanvas[] = []
  /** The sizes and qualities that were tried. */
  static encoded: string[] = []
  static pixels: (count: number, quality: number) => string = () => 'pixels'
  /** Of each pixel, at once. */
  static alpha = 255
  static writes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
  static hasContext = true
  drawn: readonly unknown[] = []
  readonly width: number
  readonly height: number
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    FakeCanvas.made.push(this)
  }
  getContext() {
    if (!FakeCanvas.hasContext) return null
    return {
      drawImage: (...drawn: unknown[]) => {
        this.drawn = drawn
      },
      getImageData: (_x: number, _y: number, width: number, height: number) => ({
        data: new Uint8ClampedArray(width * height * 4).fill(FakeCanvas.alpha),
      }),
    }
  }
  async convertToBlob({ type = '', quality = 1 }) {
    FakeCanvas.encoded.push(`${this.width} × ${this.height} at ${quality}`)
    // What a browser can't write it writes as PNG.
    return new Blob([FakeCanvas.pixels(this.width * this.height, quality)], {
      type: FakeCanvas.writes.includes(type) ? type : 'image/png',
    })
  }
}

const close = vi.fn()
const decode = vi.fn()
const photo = (name = 'IMG_1.png') => new File(['original'], name, { type: 'image/png' })

beforeEach(() => {
  Object.assign(FakeCanvas, { made: [], encoded: [], alpha: 255, hasContext: true, pixels: () => 'pixels' })
  FakeCanvas.writes = ['image/jpeg', 'image/webp']
  close.mockReset()
  decode.mockReset().mockResolvedValue({ width: 3000, height: 4000, close })
  vi.stubGlobal('OffscreenCanvas', FakeCanvas)
  vi.stubGlobal('createImageBitmap', decode)
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 1232, height: 924 },
  ],
  [
    { width: 3000, height: 4000 },
    { width: 924, height: 1232 },
  ],
  [
    { width: 90, height: 40 },
    { width: 90, height: 40 },
  ],
  [
    { width: 20_000, height: 3 },
    { width: 1232, height: 1 },
  ],
])('%o is made %o', (from, to) => {
  expect(fitSize(from, 1232)).toEqual(to)
})

describe('a photo', () => {
  test('is decoded as it is meant to be seen, drawn small and written as JPEG, under a name that says so', async () => {
    const file = photo()
    const shrunk = await shrinkPhoto(file, AVATAR)
    expect(decode).toHaveBeenCalledWith(file, { imageOrientation: 'from-image' })
    expect(FakeCanvas.made[0]?.drawn.slice(1)).toEqual([0, 0, 924, 1232])
    expect([shrunk.name, shrunk.type, await shrunk.text()]).toEqual(['IMG_1.jpg', 'image/jpeg', 'pixels'])
    expect(close).toHaveBeenCalledOnce()
  })
  test.each([
    ['as WebP', ['image/jpeg', 'image/webp'], 'IMG_1.webp'],
    ['as PNG where the browser writes no WebP', ['image/jpeg'], 'IMG_1.png'],
  ])('that is transparent somewhere stays so, %s', async (_, writes, name) => {
    Object.assign(FakeCanvas, { alpha: 254, writes })
    expect((await shrinkPhoto(photo(), AVATAR)).name).toBe(name)
  })
  test('that is none in truth is refused in the words of the form', async () => {
    decode.mockRejectedValue(new DOMException('broken', 'InvalidStateError'))
    await expect(shrinkPhoto(photo(), AVATAR)).rejects.toThrow(
      'Only .jpg, .jpeg, .png and .webp formats are supported.',
    )
  })
  test('can not be taken where the browser draws nothing, and that is said', async () => {
    FakeCanvas.hasContext = false
    await expect(shrinkPhoto(photo(), AVATAR)).rejects.toThrow(PHOTOS_UNSUPPORTED)
    expect(close).toHaveBeenCalledOnce()
  })
})

describe('a photo that must have fewer than 600 bytes', () => {
  const small: Bounds = { longestSide: 2048, under: 600, type: 'Invalid file type.' }
  /** A byte for so many pixels, by the quality. */
  const dense = (pixels: number) => (count: number, quality: number) =>
    'x'.repeat(Math.round((count * quality) / pixels))

  test('is written at the best quality when that is small enough', async () => {
    await shrinkPhoto(photo(), small)
    expect(FakeCanvas.encoded).toEqual(['1536 × 2048 at 0.85'])
  })
  test('is first written with less quality', async () => {
    FakeCanvas.pixels = dense(4000)
    expect((await shrinkPhoto(photo(), small)).size).toBeLessThan(600)
    expect(FakeCanvas.encoded).toEqual(['1536 × 2048 at 0.85', '1536 × 2048 at 0.75'])
  })
  test('is then made narrower, until it is', async () => {
    FakeCanvas.pixels = dense(2000)
    expect((await shrinkPhoto(photo(), small)).size).toBeLessThan(600)
    expect(FakeCanvas.encoded.slice(-3)).toEqual(['1536 × 2048 at 0.65', '1536 × 2048 at 0.55', '1229 × 1638 at 0.55'])
  })
  test('has fewer, not as many', async () => {
    FakeCanvas.pixels = (_, quality) => 'x'.repeat(quality === 0.85 ? 600 : 599)
    expect((await shrinkPhoto(photo(), small)).size).toBe(599)
  })
  test('is made narrower at once where the browser writes it in a form that knows no quality', async () => {
    Object.assign(FakeCanvas, { alpha: 0, writes: ['image/jpeg'] })
    FakeCanvas.pixels = (count) => 'x'.repeat(count > 2_500_000 ? 700 : 500)
    await shrinkPhoto(photo(), small)
    expect(FakeCanvas.encoded).toEqual(['1536 × 2048 at 0.85', '1229 × 1638 at 0.55'])
  })
  test('and is none in truth is refused in the words of attachments', async () => {
    decode.mockRejectedValue(new DOMException('broken', 'InvalidStateError'))
    const shrinking = shrinkPhoto(photo(), small)
    await expect(shrinking).rejects.toThrow('Invalid file type.')
    await expect(shrinking).rejects.toBeInstanceOf(FileRefused)
  })
})

describe('a browser that decodes otherwise', () => {
  const revoked = vi.fn()
  class FakeImage {
    src = ''
    naturalWidth = 2464
    naturalHeight = 1232
    decode = async () => {
      if (this.src !== 'blob:photo') throw new DOMException('broken', 'EncodingError')
    }
  }
  beforeEach(() => {
    revoked.mockReset()
    vi.stubGlobal('Image', FakeImage)
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo')
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoked)
  })
  afterEach(() => vi.restoreAllMocks())

  test.each([
    ['has no other way', () => vi.stubGlobal('createImageBitmap', undefined)],
    ['knows no upright bitmaps', () => decode.mockRejectedValue(new TypeError('from-image is no orientation'))],
  ])('shows it as an image first: it %s', async (_, take) => {
    take()
    await shrinkPhoto(photo(), AVATAR)
    expect(FakeCanvas.made[0]?.drawn.slice(1)).toEqual([0, 0, 1232, 616])
    expect(revoked).toHaveBeenCalledWith('blob:photo')
  })
  test('refuses what is no photo too', async () => {
    vi.stubGlobal('createImageBitmap', undefined)
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:other')
    await expect(shrinkPhoto(photo(), AVATAR)).rejects.toThrow(
      'Only .jpg, .jpeg, .png and .webp formats are supported.',
    )
    expect(revoked).toHaveBeenCalledWith('blob:other')
  })
  test('leaves it to the page where a worker has no images', async () => {
    vi.stubGlobal('Image', undefined)
    vi.stubGlobal('createImageBitmap', undefined)
    const shrinking = shrinkPhoto(photo(), AVATAR)
    await expect(shrinking).rejects.toThrow(PHOTOS_UNSUPPORTED)
    await expect(shrinking).rejects.not.toBeInstanceOf(FileRefused)
  })
  test('draws on the page where there is no other canvas', async () => {
    vi.stubGlobal('OffscreenCanvas', undefined)
    const canvas = {
      getContext: () => new FakeCanvas(1, 1).getContext(),
      toBlob: (done: (blob: Blob | null) => void, type: string) => done(new Blob(['page'], { type })),
    }
    vi.stubGlobal('document', { createElement: () => canvas })
    const shrunk = await shrinkPhoto(photo(), AVATAR)
    expect([await shrunk.text(), shrunk.type]).toEqual(['page', 'image/jpeg'])
    canvas.toBlob = (done) => done(null)
    await expect(shrinkPhoto(photo(), AVATAR)).rejects.toThrow(PHOTOS_UNSUPPORTED)
  })
})
