import { describe, expect, test } from 'vitest'
import { attachmentRefusal, attachmentTypeOf, MAX_ATTACHMENT_BYTES, megabytes } from '#contract/files/attachments.ts'
import { nameWithEnding, safeName } from '#contract/files/file-names.ts'
import { photoRefusal } from '#contract/files/pictures.ts'

const letters = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const WEBP = letters('RIFF\x10\0\0\0WEBPVP8 ')
const PDF = letters('%PDF-1.7\n%âãÏÓ')
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return Uint8Array.from(order === 'le' ? bytes : bytes.swap16())
}
const heifFile = (brand: string) => letters(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1`)
const TEXT = letters('Left rear chamber leaks.\r\n\tSee photo.')

describe('the type of a file, by its bytes, is', () => {
  test.each([
    ['image/jpeg', JPEG],
    ['image/png', PNG],
    ['image/webp', WEBP],
    ['application/pdf', PDF],
    ['text/plain', TEXT],
    ['application/pdf', letters('\xef\xbb\xbf%PDF-1.4\n')],
    ['application/pdf', letters(`Content-Type: application/pdf\r\n\r\n${'\0'.repeat(900)}%PDF-1.4`)],
    ['application/pdf', letters(`${'\0'.repeat(1024)}%PDF-1.4`)],
    [null, letters(`${'\0'.repeat(1025)}%PDF-1.4`)],
    ['text/plain', utf16('Work order 7\r\n', 'le')],
    ['text/plain', utf16('Órden nº 7', 'be')],
    [null, utf16('bell \u0007', 'le')],
    [null, utf16('odd', 'le').subarray(0, 5)],
    [null, letters('MZ\x90\0\x03')],
    [null, new Uint8Array()],
  ])('%s', (type, bytes) => {
    expect(attachmentTypeOf(bytes)).toBe(type)
  })
})

describe('a file is accepted', () => {
  test.each([
    ['brake.jpg', JPEG],
    ['brake.JPEG', JPEG],
    ['brake.png', PNG],
    ['brake.webp', WEBP],
    ['invoice.pdf', PDF],
    ['notes.txt', TEXT],
    ['a shot without an ending', JPEG],
    ['a-jpeg-called.HEIC', JPEG],
    ['scan.jfif', JPEG],
    ['scan.jpe', JPEG],
    ['3D.mpo', JPEG],
    ['WhatsApp.jpg ', JPEG],
    ['sent-as.png', JPEG],
    ['invoice.download', PDF],
    ['Invoice No.123', PDF],
  ])('if its name fits its type or its type is clear from its bytes: %s', (name, bytes) => {
    expect(attachmentRefusal(name, bytes)).toBeNull()
  })
  test('up to 5 MB, and not with a byte more', () => {
    expect(attachmentRefusal('a.jpg', JPEG, MAX_ATTACHMENT_BYTES)).toBeNull()
    expect(attachmentRefusal('a.jpg', JPEG, MAX_ATTACHMENT_BYTES + 1)).toBe('File size is too large.')
  })
})

describe('a file is refused', () => {
  test.each([
    ['a program with a picture’s extension', 'brake.jpg', letters('MZ\x90\0\x03')],
    ['a picture with a PDF’s extension', 'invoice.pdf', JPEG],
    ['a PDF with a picture’s extension', 'brake.png', PDF],
    ['an HTML page, which could run scripts', 'page.html', letters('<script>alert(1)</script>')],
    ['a text without an extension', 'README', TEXT],
  ])('if its name and bytes disagree or its type is not allowed: %s', (_what, name, bytes) => {
    expect(attachmentRefusal(name, bytes)).toBe('Invalid file type.')
  })
  test('if it is empty', () => {
    expect(attachmentRefusal('a.txt', new Uint8Array())).toBe('The file is empty.')
  })
  test.each(['../../etc/notes.txt', 'C:\\notes.txt', '/notes.txt'])('if its name is a path: %s', (name) => {
    expect(attachmentRefusal(name, TEXT)).toBe('A file name can’t contain a path.')
  })
})

test.each([
  ['heic', 'HEIC'],
  ['heix', 'HEIC'],
  ['mif1', 'HEIF'],
  ['avif', 'AVIF'],
])('the refusal of a picture that browsers cannot read names its format and the remedy (%s)', (brand, kind) => {
  for (const name of ['IMG_1.HEIC', 'IMG_1.jpg', 'IMG_1']) {
    const words = attachmentRefusal(name, heifFile(brand))
    expect(words).toMatch(/^Invalid file type\. This is a picture in the /)
    expect(words).toContain(`the ${kind} format. Save or send it as a JPEG.`)
  }
  expect(photoRefusal(heifFile(brand))).toMatch(/^Only \.jpg, \.jpeg, \.png and \.webp formats are supported\. This is/)
  expect(attachmentRefusal('a.heic', heifFile('heic'))).toContain('Settings > Camera > Formats > Most Compatible')
  expect(attachmentRefusal('a.mp4', heifFile('isom'))).toBe('Invalid file type.')
})

test.each([
  ['a-jpeg-called.HEIC', 'image/jpeg', 'a-jpeg-called.jpg'],
  ['scan.jfif', 'image/jpeg', 'scan.jpg'],
  ['WhatsApp.jpg ', 'image/jpeg', 'WhatsApp.jpg'],
  ['brake.JPEG', 'image/jpeg', 'brake.JPEG'],
  ['sent-as.png', 'image/jpeg', 'sent-as.jpg'],
  ['yard', 'image/webp', 'yard.webp'],
  ['yard.', 'image/png', 'yard.png'],
  ['Invoice No.123', 'application/pdf', 'Invoice No.123.pdf'],
  ['notes .TXT ', 'text/plain', 'notes.TXT'],
] as const)('%j of type %s is stored as %j', (name, type, kept) => {
  expect(nameWithEnding(type, name)).toBe(kept)
  expect(nameWithEnding(type, kept)).toBe(kept)
})

test('sizes are shown in MB with two decimals', () => {
  expect([0, 5243, 608_174, MAX_ATTACHMENT_BYTES].map(megabytes)).toEqual(['0.00 MB', '0.01 MB', '0.58 MB', '5.00 MB'])
})

test('a file name loses only what some operating system cannot store', () => {
  expect(safeName('Räder & Felgen.jpg')).toBe('Räder & Felgen.jpg')
  expect(safeName('a:b?c"d.pdf')).toBe('abcd.pdf')
  expect(safeName('..\u0000')).toBe('file')
  expect(safeName('invoice\u202efdp.txt')).toBe('invoicefdp.txt')
  expect(safeName(`${'x'.repeat(300)}.jpg`)).toHaveLength(200)
  expect(safeName(`${'x'.repeat(300)}.jpg`)).toMatch(/\.jpg$/)
})
