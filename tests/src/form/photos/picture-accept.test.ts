import { describe, expect, test } from 'vitest'
import { ATTACHMENT_ENDINGS } from '#contract/files/attachments.ts'
import { nameWithEnding } from '#contract/files/file-names.ts'
import { IMAGE_TYPES } from '#contract/files/files.ts'
import { pictureAccept } from '#src/form/photos/picture-accept.ts'

const DESK = {}
const IPHONE = { standalone: false, maxTouchPoints: 5 }
const MAC = { standalone: false, maxTouchPoints: 0 }
const OTHERS = ['.jfif', '.jpe', '.pjp', '.pjpeg', '.heic', '.heif', '.avif']

describe('file choosers for pictures', () => {
  test.each([DESK, MAC])(
    'offer a JPEG under every file ending that phones and mail programs use, and HEIC',
    (device) => {
      for (const accept of [pictureAccept(IMAGE_TYPES, device), pictureAccept(ATTACHMENT_ENDINGS, device)])
        expect(accept.split(',')).toEqual(expect.arrayContaining(OTHERS))
    },
  )
  test('offer JPEG, PNG and WebP, and for attachments also PDFs and texts', () => {
    expect(pictureAccept(IMAGE_TYPES, DESK).split(',').slice(0, 3)).toEqual(['image/jpeg', 'image/png', 'image/webp'])
    expect(pictureAccept(ATTACHMENT_ENDINGS, DESK).split(',').slice(0, 6)).toEqual([
      '.jpg',
      '.jpeg',
      '.png',
      '.webp',
      '.pdf',
      '.txt',
    ])
  })
  test('do not offer HEIC on an iPhone, which then converts it to JPEG', () => {
    for (const accept of [pictureAccept(IMAGE_TYPES, IPHONE), pictureAccept(ATTACHMENT_ENDINGS, IPHONE)])
      expect(accept).not.toMatch(/hei[cf]|avif/)
    expect(pictureAccept(ATTACHMENT_ENDINGS, IPHONE)).toContain('.jfif')
  })
  test('offer no extra ending that a stored JPEG would keep in its name', () => {
    for (const ending of OTHERS) expect(nameWithEnding('image/jpeg', `yard${ending}`)).toBe('yard.jpg')
  })
})
