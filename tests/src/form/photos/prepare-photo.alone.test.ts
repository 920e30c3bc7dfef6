import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_PHOTO_BYTES } from '#contract/files/photo-rules.ts'
import { photoWork } from '#src/form/photos/photo-work.ts'
import { preparePhoto } from '#src/form/photos/prepare-photo.ts'
import { aPhoto } from '#tests/support/builders/a-photo.ts'

const TYPE = 'Only .jpg, .jpeg, .png and .webp formats are supported.'
const SIZE = 'Max image size is 5MB.'
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'photo.jpg') => new File([bytes], name, { type: 'image/jpeg' })
const large = () => fileOf(aPhoto(MAX_PHOTO_BYTES + 1))
const small = fileOf(aPhoto(100), 'small.jpg')

beforeEach(() => {
  vi.stubGlobal('FileReader', class {})
  vi.spyOn(photoWork, 'do').mockResolvedValue(small)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a chosen photo is stored in its shrunk form', async () => {
  expect(await preparePhoto(fileOf(aPhoto(5000)), 'file')).toBe(small)
  expect(await preparePhoto(fileOf(aPhoto(MAX_PHOTO_BYTES)), 'file')).toBe(small)
})
test('a chosen file above 5 MB is refused; a picture just taken is measured after it is shrunk', async () => {
  await expect(preparePhoto(large(), 'file')).rejects.toThrow(SIZE)
  expect(await preparePhoto(large(), 'camera')).toBe(small)
})
test.each(['file', 'camera'] as const)(
  'a photo that is still too large after shrinking is refused (%s)',
  async (from) => {
    vi.mocked(photoWork.do).mockResolvedValue(large())
    await expect(preparePhoto(small, from)).rejects.toThrow(SIZE)
  },
)
test.each(['file', 'camera'] as const)(
  'a file that is not a picture is refused, no matter what its name is (%s)',
  async (from) => {
    const text = new TextEncoder().encode('not a picture at all')
    await expect(preparePhoto(fileOf(text), from)).rejects.toThrow(TYPE)
    await expect(preparePhoto(fileOf(new Uint8Array()), from)).rejects.toThrow(TYPE)
    expect(photoWork.do).not.toHaveBeenCalled()
  },
)
test('a file that no longer exists is refused by its name', async () => {
  const gone = fileOf(aPhoto(100))
  gone.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }) as Blob
  await expect(preparePhoto(gone, 'file')).rejects.toThrow('"photo.jpg" can\'t be read. Choose it again.')
})
test('a browser that cannot read files gets a message that says so', async () => {
  vi.stubGlobal('FileReader', undefined)
  await expect(preparePhoto(small, 'file')).rejects.toThrow(
    'Image uploading not supported. Contact developers or administrator',
  )
})
