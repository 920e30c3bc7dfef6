import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_ATTACHMENT_BYTES } from '#contract/files/attachments.ts'
import { FileRefused } from '#src/form/photos/file-refused.ts'
import { prepareAttachment } from '#src/form/photos/prepare-attachment.ts'
import * as shrinking from '#src/form/photos/shrink-photo.ts'
import { aPhonePhoto } from '#tests/support/browser/real-photo.ts'
import { aPhoto } from '#tests/support/builders/a-photo.ts'

const small = new File(['small'], 'small.jpg', { type: 'image/jpeg' })
const fileOf = (content: BlobPart, name: string, type = '') => new File([content], name, { type })
const photo = (size = 5000, name = 'yard.jpg') => fileOf(aPhoto(size), name, 'image/jpeg')
const pdf = (size = 100) => fileOf(`%PDF-1.7${' '.repeat(size - 8)}`, 'report.pdf', 'application/pdf')

beforeEach(() => void vi.spyOn(shrinking, 'shrinkPhoto').mockResolvedValue(small))
afterEach(() => void vi.restoreAllMocks())

describe('an attached file', () => {
  test('is shrunk if its content is a picture, no matter what type it declares', async () => {
    const { file } = await prepareAttachment(fileOf(aPhoto(300), 'yard.jpg', 'text/html'), 'file')
    expect(file).toBe(small)
    expect(shrinking.shrinkPhoto).toHaveBeenCalledWith(expect.objectContaining({ type: 'image/jpeg' }), {
      longestSide: 2048,
      under: 595_000,
      type: 'Invalid file type.',
    })
  })
  test('stays the same, byte for byte, if it is a PDF or a text', async () => {
    for (const original of [pdf(), fileOf('Brakes done.\r\n', 'notes.txt', 'text/plain')]) {
      const { file, location } = await prepareAttachment(original, 'file')
      expect([file.name, file.type, await file.text(), location]).toEqual([
        original.name,
        original.type,
        await original.text(),
        null,
      ])
    }
    expect(shrinking.shrinkPhoto).not.toHaveBeenCalled()
  })
  test('gets a name that can be stored', async () => {
    const { file } = await prepareAttachment(fileOf('%PDF-1.7', '..what? "this".pdf'), 'file')
    expect(file.name).toBe('what this.pdf')
  })
  test('is identified by its bytes before it is shrunk', async () => {
    const digests = await Promise.all(
      [photo(300), photo(300, 'again.jpg'), photo(301)].map(
        async (one) => (await prepareAttachment(one, 'file')).digest,
      ),
    )
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(digests[1]).toBe(digests[0])
    expect(digests[2]).not.toBe(digests[0])
  })
  test('is identified by its name, size and date on a page without https, which has no digests', async () => {
    vi.stubGlobal('crypto', {})
    const { digest } = await prepareAttachment(pdf(), 'file')
    vi.unstubAllGlobals()
    expect(digest).toMatch(/^report\.pdf\/100\/\d+$/)
  })
  test('comes with the location from the photo, as a separate value', async () => {
    const phone = fileOf(new Uint8Array(await aPhonePhoto()), 'IMG_1.jpg')
    expect((await prepareAttachment(phone, 'file')).location).toBeInstanceOf(Uint8Array)
    expect((await prepareAttachment(photo(), 'file')).location).toBeNull()
  })
})

describe('a file is refused with the exact message', () => {
  test.each([
    ['a picture above 5 MB', photo(MAX_ATTACHMENT_BYTES + 1), 'File size is too large.'],
    ['a PDF above 5 MB', pdf(MAX_ATTACHMENT_BYTES + 1), 'File size is too large.'],
    ['an empty file', fileOf('', 'empty.txt'), 'The file is empty.'],
    ['a program', fileOf(new Uint8Array([0x4d, 0x5a, 0, 0]), 'setup.exe'), 'Invalid file type.'],
    ['a program named like a picture', fileOf(new Uint8Array([0x4d, 0x5a, 0]), 'yard.jpg'), 'Invalid file type.'],
    ['a picture named like a PDF', fileOf(aPhoto(300), 'report.pdf'), 'Invalid file type.'],
    ['a path in its name', fileOf('words', '../../notes.txt'), 'A file name can’t contain a path.'],
  ])('for %s', async (_, file, words) => {
    const making = prepareAttachment(file, 'file')
    await expect(making).rejects.toThrow(words)
    await expect(making).rejects.toBeInstanceOf(FileRefused)
    expect(shrinking.shrinkPhoto).not.toHaveBeenCalled()
  })
  test('a file that no longer exists is refused by its name', async () => {
    const gone = Object.assign(pdf(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) })
    await expect(prepareAttachment(gone, 'file')).rejects.toThrow('"report.pdf" can\'t be read. Choose it again.')
  })
})

test('a file of exactly 5 MB can be attached', async () => {
  expect((await prepareAttachment(pdf(MAX_ATTACHMENT_BYTES), 'file')).file.size).toBe(MAX_ATTACHMENT_BYTES)
  expect((await prepareAttachment(photo(MAX_ATTACHMENT_BYTES), 'file')).file).toBe(small)
})

test('a picture just taken with the camera may exceed 5 MB, because it is shrunk; a PDF may not', async () => {
  expect((await prepareAttachment(photo(MAX_ATTACHMENT_BYTES + 1), 'camera')).file).toBe(small)
  await expect(prepareAttachment(pdf(MAX_ATTACHMENT_BYTES + 1), 'camera')).rejects.toThrow('File size is too large.')
})
