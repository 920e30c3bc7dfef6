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

describe('a file that is attached', () => {
  test('is made small when it is a picture, whatever it says of itself', async () => {
    const { file } = await prepareAttachment(fileOf(aPhoto(300), 'yard.jpg', 'text/html'), 'file')
    expect(file).toBe(small)
    expect(shrinking.shrinkPhoto).toHaveBeenCalledWith(expect.objectContaining({ type: 'image/jpeg' }), {
      longestSide: 2048,
      under: 595_000,
      type: 'Invalid file type.',
    })
  })
  test('stays as it is, byte for byte, when it is a PDF or a text', async () => {
    for (const given of [pdf(), fileOf('Brakes done.\r\n', 'notes.txt', 'text/plain')]) {
      const { file, location } = await prepareAttachment(given, 'file')
      expect([file.name, file.type, await file.text(), location]).toEqual([
        given.name,
        given.type,
        await given.text(),
        null,
      ])
    }
    expect(shrinking.shrinkPhoto).not.toHaveBeenCalled()
  })
  test('is called what can be kept', async () => {
    const { file } = await prepareAttachment(fileOf('%PDF-1.7', '..what? "this".pdf'), 'file')
    expect(file.name).toBe('what this.pdf')
  })
  test('is told from others by its bytes, before it is made small', async () => {
    const digests = await Promise.all(
      [photo(300), photo(300, 'again.jpg'), photo(301)].map(
        async (one) => (await prepareAttachment(one, 'file')).digest,
      ),
    )
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(digests[1]).toBe(digests[0])
    expect(digests[2]).not.toBe(digests[0])
  })
  test('is told from others by what it says of itself where a page without https has no digests', async () => {
    vi.stubGlobal('crypto', {})
    const { digest } = await prepareAttachment(pdf(), 'file')
    vi.unstubAllGlobals()
    expect(digest).toMatch(/^report\.pdf\/100\/\d+$/)
  })
  test('comes with the place that a photo names, beside it', async () => {
    const phone = fileOf(new Uint8Array(await aPhonePhoto()), 'IMG_1.jpg')
    expect((await prepareAttachment(phone, 'file')).location).toBeInstanceOf(Uint8Array)
    expect((await prepareAttachment(photo(), 'file')).location).toBeNull()
  })
})

describe('a file is refused in the exact words', () => {
  test.each([
    ['more than 5 MB', photo(MAX_ATTACHMENT_BYTES + 1), 'File size is too large.'],
    ['a PDF of more than 5 MB', pdf(MAX_ATTACHMENT_BYTES + 1), 'File size is too large.'],
    ['nothing in it', fileOf('', 'empty.txt'), 'The file is empty.'],
    ['a program', fileOf(new Uint8Array([0x4d, 0x5a, 0, 0]), 'setup.exe'), 'Invalid file type.'],
    ['a program that is called a picture', fileOf(new Uint8Array([0x4d, 0x5a, 0]), 'yard.jpg'), 'Invalid file type.'],
    ['a picture that is called a PDF', fileOf(aPhoto(300), 'report.pdf'), 'Invalid file type.'],
    ['a path in its name', fileOf('words', '../../notes.txt'), 'A file name can not contain a path.'],
  ])('%s', async (_, file, words) => {
    const making = prepareAttachment(file, 'file')
    await expect(making).rejects.toThrow(words)
    await expect(making).rejects.toBeInstanceOf(FileRefused)
    expect(shrinking.shrinkPhoto).not.toHaveBeenCalled()
  })
  test('one that is gone by now is said by its name', async () => {
    const gone = Object.assign(pdf(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) })
    await expect(prepareAttachment(gone, 'file')).rejects.toThrow('"report.pdf" can\'t be read. Choose it again.')
  })
})

test('exactly 5 MB can be attached', async () => {
  expect((await prepareAttachment(pdf(MAX_ATTACHMENT_BYTES), 'file')).file.size).toBe(MAX_ATTACHMENT_BYTES)
  expect((await prepareAttachment(photo(MAX_ATTACHMENT_BYTES), 'file')).file).toBe(small)
})

test('what the camera has just taken may have more: it is made small', async () => {
  expect((await prepareAttachment(photo(MAX_ATTACHMENT_BYTES + 1), 'camera')).file).toBe(small)
  await expect(prepareAttachment(pdf(MAX_ATTACHMENT_BYTES + 1), 'camera')).rejects.toThrow('File size is too large.')
})
