import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fitted, PHOTOS_UNSUPPORTED, shrunkPhoto } from '#src/form/shrink-photo.ts'

/** As much of a browser's canvas as shrinking uses. */
class FakeCanvas {
  static made: FakeCanvas[] = []
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
  async convertToBlob({ type = '' }) {
    // What a browser can't write it writes as PNG.
    return new Blob(['pixels'], { type: FakeCanvas.writes.includes(type) ? type : 'image/png' })
  }
}

const close = vi.fn()
const decode = vi.fn()
const photo = (name = 'IMG_1.png') => new File(['original'], name, { type: 'image/png' })

beforeEach(() => {
  Object.assign(FakeCanvas, { made: [], alpha: 255, writes: ['image/jpeg', 'image/webp'], hasContext: true })
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
  expect(fitted(from)).toEqual(to)
})

describe('a photo', () => {
  test('is decoded as it is meant to be seen, drawn small and written as JPEG, under a name that says so', async () => {
    const file = photo()
    const shrunk = await shrunkPhoto(file)
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
    expect((await shrunkPhoto(photo())).name).toBe(name)
  })
  test('that is none in truth is refused in the words of the form', async () => {
    decode.mockRejectedValue(new DOMException('broken', 'InvalidStateError'))
    await expect(shrunkPhoto(photo())).rejects.toThrow('Only .jpg, .jpeg, .png and .webp formats are supported.')
  })
  test('can not be taken where the browser draws nothing, and that is said', async () => {
    FakeCanvas.hasContext = false
    await expect(shrunkPhoto(photo())).rejects.toThrow(PHOTOS_UNSUPPORTED)
    expect(close).toHaveBeenCalledOnce()
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
    await shrunkPhoto(photo())
    expect(FakeCanvas.made[0]?.drawn.slice(1)).toEqual([0, 0, 1232, 616])
    expect(revoked).toHaveBeenCalledWith('blob:photo')
  })
  test('refuses what is no photo too', async () => {
    vi.stubGlobal('createImageBitmap', undefined)
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:other')
    await expect(shrunkPhoto(photo())).rejects.toThrow('Only .jpg, .jpeg, .png and .webp formats are supported.')
    expect(revoked).toHaveBeenCalledWith('blob:other')
  })
  test('draws on the page where there is no other canvas', async () => {
    vi.stubGlobal('OffscreenCanvas', undefined)
    const canvas = {
      getContext: () => new FakeCanvas(1, 1).getContext(),
      toBlob: (done: (blob: Blob | null) => void, type: string) => done(new Blob(['page'], { type })),
    }
    vi.stubGlobal('document', { createElement: () => canvas })
    const shrunk = await shrunkPhoto(photo())
    expect([await shrunk.text(), shrunk.type]).toEqual(['page', 'image/jpeg'])
    canvas.toBlob = (done) => done(null)
    await expect(shrunkPhoto(photo())).rejects.toThrow(PHOTOS_UNSUPPORTED)
  })
})
