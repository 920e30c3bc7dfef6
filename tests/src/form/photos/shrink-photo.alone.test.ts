import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FileRefused, PHOTOS_UNSUPPORTED } from '#src/form/photos/file-refused.ts'
import { AVATAR, type Bounds, fitSize, shrinkPhoto } from '#src/form/photos/shrink-photo.ts'

/** The parts of a browser's canvas that shrinking uses. */
class FakeCanvas {
  static made: FakeCanvas[] = []
  /** The tried sizes and qualities. */
  static encoded: string[] = []
  static pixels: (count: number, quality: number) => string = () => 'pixels'
  /** The alpha value of every pixel. */
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
    // A browser writes a format that it doesn't support as PNG.
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
])('%o is fitted to %o', (from, to) => {
  expect(fitSize(from, 1232)).toEqual(to)
})

describe('a photo', () => {
  test('is decoded upright, drawn small and written as JPEG, with a matching file name', async () => {
    const file = photo()
    const shrunk = await shrinkPhoto(file, AVATAR)
    expect(decode).toHaveBeenCalledWith(file, { imageOrientation: 'from-image' })
    expect(FakeCanvas.made[0]?.drawn.slice(1)).toEqual([0, 0, 924, 1232])
    expect([shrunk.name, shrunk.type, await shrunk.text()]).toEqual(['IMG_1.jpg', 'image/jpeg', 'pixels'])
    expect(close).toHaveBeenCalledOnce()
  })
  test.each([
    ['as WebP', ['image/jpeg', 'image/webp'], 'IMG_1.webp'],
    ['as PNG if the browser cannot write WebP', ['image/jpeg'], 'IMG_1.png'],
  ])('with a transparent pixel stays transparent, %s', async (_, writes, name) => {
    Object.assign(FakeCanvas, { alpha: 254, writes })
    expect((await shrinkPhoto(photo(), AVATAR)).name).toBe(name)
  })
  test('that cannot be decoded is refused with the form’s message', async () => {
    decode.mockRejectedValue(new DOMException('broken', 'InvalidStateError'))
    await expect(shrinkPhoto(photo(), AVATAR)).rejects.toThrow(
      'Only .jpg, .jpeg, .png and .webp formats are supported.',
    )
  })
  test('cannot be accepted where the browser cannot draw, and the error says so', async () => {
    FakeCanvas.hasContext = false
    await expect(shrinkPhoto(photo(), AVATAR)).rejects.toThrow(PHOTOS_UNSUPPORTED)
    expect(close).toHaveBeenCalledOnce()
  })
})

describe('a photo that must have fewer than 600 bytes', () => {
  const small: Bounds = { longestSide: 2048, under: 600, type: 'Invalid file type.' }
  /** One byte per `pixels` pixels, scaled by the quality. */
  const dense = (pixels: number) => (count: number, quality: number) =>
    'x'.repeat(Math.round((count * quality) / pixels))

  test('is written at the best quality if that is small enough', async () => {
    await shrinkPhoto(photo(), small)
    expect(FakeCanvas.encoded).toEqual(['1536 × 2048 at 0.85'])
  })
  test('is first written at lower quality', async () => {
    FakeCanvas.pixels = dense(4000)
    expect((await shrinkPhoto(photo(), small)).size).toBeLessThan(600)
    expect(FakeCanvas.encoded).toEqual(['1536 × 2048 at 0.85', '1536 × 2048 at 0.75'])
  })
  test('is then made narrower until it is small enough', async () => {
    FakeCanvas.pixels = dense(2000)
    expect((await shrinkPhoto(photo(), small)).size).toBeLessThan(600)
    expect(FakeCanvas.encoded.slice(-3)).toEqual(['1536 × 2048 at 0.65', '1536 × 2048 at 0.55', '1229 × 1638 at 0.55'])
  })
  test('ends with fewer than 600 bytes, not with exactly 600', async () => {
    FakeCanvas.pixels = (_, quality) => 'x'.repeat(quality === 0.85 ? 600 : 599)
    expect((await shrinkPhoto(photo(), small)).size).toBe(599)
  })
  test('is immediately made narrower if the browser writes it in a format without quality levels', async () => {
    Object.assign(FakeCanvas, { alpha: 0, writes: ['image/jpeg'] })
    FakeCanvas.pixels = (count) => 'x'.repeat(count > 2_500_000 ? 700 : 500)
    await shrinkPhoto(photo(), small)
    expect(FakeCanvas.encoded).toEqual(['1536 × 2048 at 0.85', '1229 × 1638 at 0.55'])
  })
  test('but cannot be decoded is refused with the message for attachments', async () => {
    decode.mockRejectedValue(new DOMException('broken', 'InvalidStateError'))
    const shrinking = shrinkPhoto(photo(), small)
    await expect(shrinking).rejects.toThrow('Invalid file type.')
    await expect(shrinking).rejects.toBeInstanceOf(FileRefused)
  })
})

describe('a browser with limited image decoding', () => {
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
    ['has no createImageBitmap', () => vi.stubGlobal('createImageBitmap', undefined)],
    ['cannot decode bitmaps upright', () => decode.mockRejectedValue(new TypeError('from-image is no orientation'))],
  ])('draws the photo from an image element if it %s', async (_, take) => {
    take()
    await shrinkPhoto(photo(), AVATAR)
    expect(FakeCanvas.made[0]?.drawn.slice(1)).toEqual([0, 0, 1232, 616])
    expect(revoked).toHaveBeenCalledWith('blob:photo')
  })
  test('also refuses a file that is not a photo', async () => {
    vi.stubGlobal('createImageBitmap', undefined)
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:other')
    await expect(shrinkPhoto(photo(), AVATAR)).rejects.toThrow(
      'Only .jpg, .jpeg, .png and .webp formats are supported.',
    )
    expect(revoked).toHaveBeenCalledWith('blob:other')
  })
  test('leaves the photo to the page if the worker has no image elements', async () => {
    vi.stubGlobal('Image', undefined)
    vi.stubGlobal('createImageBitmap', undefined)
    const shrinking = shrinkPhoto(photo(), AVATAR)
    await expect(shrinking).rejects.toThrow(PHOTOS_UNSUPPORTED)
    await expect(shrinking).rejects.not.toBeInstanceOf(FileRefused)
  })
  test('draws on a page canvas if there is no OffscreenCanvas', async () => {
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
