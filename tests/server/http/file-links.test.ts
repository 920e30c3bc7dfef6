import { describe, expect, test } from 'vitest'
import { fileLinks } from '#server/http/files/file-links.ts'
import { disposition } from '#server/http/files/file-name.ts'
import { uniqueNames } from '#server/modules/files/zip-service.ts'

const links = fileLinks(new Uint8Array(32))
const now = new Date('2026-11-21T15:00:00Z')
const session = '5b6d2f0c-6a0e-4b7e-8e43-0d9a0f3c1b2a'
const other = '6b6d2f0c-6a0e-4b7e-8e43-0d9a0f3c1b2a'
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('a link to a file that is generated on request', () => {
  test.each(['/api/maintenance/export_inspections/?ids=1,2', '/api/maintenance/inspections/7/download_attachments/'])(
    'is valid for ten minutes, and only for its own path and session: %s',
    (path) => {
      const link = links.signPath(path, session, now)
      expect(link.startsWith(path)).toBe(true)
      expect([links.sessionOfPath(link, later(599)), links.sessionOfPath(link, later(600))]).toEqual([session, null])
      expect(links.sessionOfPath(path, now)).toBeNull()
      expect(links.sessionOfPath(link.replace(/\d(?=[/?&])/, '9'), now)).toBeNull()
      expect(links.sessionOfPath(link.replace('expires=', 'expires=9'), now)).toBeNull()
      expect(links.sessionOfPath(link.replace(session, other), now)).toBeNull()
      expect(links.sessionOfPath(link.replace(`session=${session}&`, ''), now)).toBeNull()
      expect(links.sessionOfPath(`${link}x`, now)).toBeNull()
      expect(fileLinks(new Uint8Array(32).fill(1)).sessionOfPath(link, now)).toBeNull()
    },
  )
  test('is not valid for a stored file, nor the link of a stored file for it', () => {
    const id = '0b1f7f3e-58a5-4f0e-9f59-6a1f6c2d3e4f'
    const json = JSON.stringify({ file: `/api/files/${id}/attachment.pdf` })
    const { file } = JSON.parse(links.signFiles(json, session, now))
    expect([links.sessionOfFile(file, now), links.sessionOfPath(file, now)]).toEqual([session, null])
    expect(links.sessionOfFile(links.signPath(`/api/files/${id}/x`, session, now), now)).toBeNull()
  })
})

test('a file is offered under its name, even with unusual characters', () => {
  expect(disposition('inline', 'photo.webp')).toBe('inline; filename="photo.webp"')
  expect(disposition('attachment', 'Räder "neu" 100%.pdf')).toBe(
    `attachment; filename="R_der _neu_ 100_.pdf"; filename*=UTF-8''R%C3%A4der%20%22neu%22%20100%25.pdf`,
  )
  expect(disposition('inline', 'a\r\nb.txt')).not.toMatch(/[\r\n]/)
})

test('files with the same name get different names in a zip', () => {
  expect(uniqueNames(['IMG.jpg', 'img.JPG', 'a', 'a', 'IMG (2).jpg', '.env'])).toEqual([
    'IMG.jpg',
    'img (2).JPG',
    'a',
    'a (2)',
    'IMG (2) (2).jpg',
    '.env',
  ])
})
