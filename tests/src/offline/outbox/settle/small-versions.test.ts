import { describe, expect, test } from 'vitest'
import { withSmallVersions } from '#src/offline/outbox/settle/small-versions.ts'

const idOf = (n: number) => `019af3b0-0000-7000-8000-00000000000${n}`
const urlOf = (n: number, name = 'photo.webp') => `/api/files/${idOf(n)}/${name}?session=s&expires=1&signature=x`
const smallOf = (n: number) => `/api/files/${idOf(n)}/thumbnail.webp`
const aFile = (n: number, field: string, type = 'image/jpeg') => ({ id: `up-${n}`, field, name: 'x', type, size: 1 })
const smallIn = (field: string, reply: unknown, type?: string) =>
  withSmallVersions([aFile(1, field, type)], reply).map(({ smallVersionPath }) => smallVersionPath)

describe('the small versions of a change’s photos', () => {
  test('are those of the attachments that came from the change’s uploads, without their signatures', () => {
    const attachments = [
      { client_id: null, file: urlOf(7) },
      { client_id: 'up-9', file: urlOf(9) },
      { client_id: 'up-1', file: urlOf(4, 'tire.jpg') },
    ]
    expect(smallIn('files', { id: 3, attachments })).toEqual([smallOf(4)])
  })
  test('are those of the record’s own photo, of a unit as well as of a driver, not of the people in it', () => {
    expect(smallIn('photo', { id: 'T1', photo: urlOf(1), holder: { photo: urlOf(2) } })).toEqual([smallOf(1)])
    expect(smallIn('photo', { id: 4, user: { photo: urlOf(3) }, dispatcher: { photo: urlOf(2) } })).toEqual([
      smallOf(3),
    ])
  })
  test.each([
    ['a document', 'files', { attachments: [{ client_id: 'up-1', file: urlOf(1) }] }, 'application/pdf'],
    ['a file elsewhere', 'photo', { photo: 'https://elsewhere.example/api/files/x' }, 'image/png'],
    ['a removed photo', 'photo', { photo: null }, 'image/png'],
    ['a response without files', 'files', { versions: {} }, 'image/png'],
    ['an unreadable response', 'files', { attachments: 'none' }, 'image/png'],
    ['no content', 'files', null, 'image/png'],
  ])('are unknown for %s', (_, field, reply, type) => {
    expect(smallIn(field, reply, type)).toEqual([undefined])
  })
})
