import { describe, expect, test } from 'vitest'
import {
  attachmentRefusal,
  attachmentTypeOf,
  MOST_ATTACHMENT_BYTES,
  megabytes,
  safeName,
} from '#contract/attachments.ts'

const letters = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const WEBP = letters('RIFF\x10\0\0\0WEBPVP8 ')
const PDF = letters('%PDF-1.7\n%âãÏÓ')
const TEXT = letters('Left rear chamber leaks.\r\n\tSee photo.')

describe('a file is what its bytes say:', () => {
  test.each([
    ['image/jpeg', JPEG],
    ['image/png', PNG],
    ['image/webp', WEBP],
    ['application/pdf', PDF],
    ['text/plain', TEXT],
    [null, letters('MZ\x90\0\x03')],
    [null, new Uint8Array()],
  ])('%s', (type, bytes) => {
    expect(attachmentTypeOf(bytes)).toBe(type)
  })
})

describe('a file is attached', () => {
  test.each([
    ['brake.jpg', JPEG],
    ['brake.JPEG', JPEG],
    ['brake.png', PNG],
    ['brake.webp', WEBP],
    ['invoice.pdf', PDF],
    ['notes.txt', TEXT],
    ['a shot without an ending', JPEG],
  ])('that is what it is called: %s', (name, bytes) => {
    expect(attachmentRefusal(name, bytes)).toBeNull()
  })
  test('of 5 MB, and not of a byte more', () => {
    expect(attachmentRefusal('a.jpg', JPEG, MOST_ATTACHMENT_BYTES)).toBeNull()
    expect(attachmentRefusal('a.jpg', JPEG, MOST_ATTACHMENT_BYTES + 1)).toBe('File size is too large.')
  })
})

describe('a file is refused', () => {
  test.each([
    ['a program called a picture', 'brake.jpg', letters('MZ\x90\0\x03')],
    ['a picture called a PDF', 'invoice.pdf', JPEG],
    ['a PDF called a picture', 'brake.png', PDF],
    ['a page of the web, which would be run', 'page.html', letters('<script>alert(1)</script>')],
    ['a text without an ending', 'README', TEXT],
  ])('that lies about its type: %s', (_what, name, bytes) => {
    expect(attachmentRefusal(name, bytes)).toBe('Invalid file type.')
  })
  test('that is empty', () => {
    expect(attachmentRefusal('a.txt', new Uint8Array())).toBe('The file is empty.')
  })
  test.each(['../../etc/notes.txt', 'C:\\notes.txt', '/notes.txt'])('whose name is a path: %s', (name) => {
    expect(attachmentRefusal(name, TEXT)).toBe('A file name can not contain a path.')
  })
})

test('sizes are told in MB to two decimals', () => {
  expect([0, 5243, 608_174, MOST_ATTACHMENT_BYTES].map(megabytes)).toEqual(['0.00 MB', '0.01 MB', '0.58 MB', '5.00 MB'])
})

test('a name is kept as far as every system can save under it', () => {
  expect(safeName('Räder & Felgen.jpg')).toBe('Räder & Felgen.jpg')
  expect(safeName('a:b?c"d.pdf')).toBe('abcd.pdf')
  expect(safeName('..\u0000')).toBe('file')
  expect(safeName(`${'x'.repeat(300)}.jpg`)).toHaveLength(200)
  expect(safeName(`${'x'.repeat(300)}.jpg`)).toMatch(/\.jpg$/)
})
