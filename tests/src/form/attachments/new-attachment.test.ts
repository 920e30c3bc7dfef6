import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { attachmentRefs } from '#contract/files/attachments.ts'
import {
  attachmentsForOutbox,
  draftedAttachments,
  type NewAttachment,
  rawAttachment,
  withLocations,
} from '#src/form/attachments/new-attachment.ts'

const ID = '019af3b0-0000-7000-8000-0000000000aa'
const attachment = (over: Partial<NewAttachment> = {}): NewAttachment => ({
  id: ID,
  file: new File(['pixels'], 'yard.jpg', { type: 'image/jpeg' }),
  name: 'yard.jpg',
  digest: 'ab12',
  location: new Uint8Array([0xff, 0xe1, 0, 2]),
  isLocated: false,
  ...over,
})

test('the outbox gets the file contents, and the names in the server’s format', () => {
  const other = attachment({ id: ID.replace('aa', 'bb'), name: 'report.pdf' })
  const { files, refs } = attachmentsForOutbox([attachment(), other])
  expect(files).toMatchObject([
    { id: ID, field: 'files', name: 'yard.jpg' },
    { id: other.id, field: 'files', name: 'report.pdf' },
  ])
  expect(z.parse(attachmentRefs, refs)).toEqual([
    { upload: ID, name: 'yard.jpg' },
    { upload: other.id, name: 'report.pdf' },
  ])
})

test('a file that is not prepared is stored, but never sent', () => {
  const raw = rawAttachment(ID, new File(['pixels'], 'yard.jpg'), 'camera')
  expect(z.parse(draftedAttachments, [raw])).toEqual([raw])
  expect(() => attachmentsForOutbox([attachment(), raw])).toThrow('still being compressed')
})

test('the location is sent only inside the photo, and only if the user includes it', async () => {
  const [file] = attachmentsForOutbox([attachment()]).files
  expect(file!.file.size).toBe('pixels'.length)
  const [located] = attachmentsForOutbox(withLocations([attachment()], true)).files
  expect(located!.file.size).toBe('pixels'.length + 4)
  expect(Object.keys(located!)).toEqual(['id', 'field', 'file', 'name'])
})

test('a draft restores attachments unchanged, except those that the device has lost', () => {
  const whole = attachment()
  const stored = [whole, { ...attachment(), file: null }, { ...attachment(), location: null }]
  const back = z.parse(draftedAttachments, stored)
  expect(back).toHaveLength(2)
  expect(back[0]).toEqual(whole)
  // The same object: a draft that continues with it does not write the file again.
  expect(back[0]?.file).toBe(whole.file)
})
