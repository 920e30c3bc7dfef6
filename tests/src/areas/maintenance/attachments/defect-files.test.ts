import { describe, expect, test } from 'vitest'
import {
  captionOf,
  defectCaptions,
  filesBesideDefects,
  filesOfDefect,
} from '#src/areas/maintenance/attachments/defect-files.ts'
import { rowOfNew } from '#src/areas/maintenance/new/new-inspection.ts'
import { aNewInspection } from '#tests/support/builders/a-new-inspection.ts'
import { aDefect, anAttachment, anInspection } from '#tests/support/builders/an-inspection.ts'

const CLIENT_ID = '01a20b54-6afb-72be-a01d-3ffd14055444'
const tires = aDefect({ id: 31, defect_type: 'tires' })
const lights = aDefect({ id: 32, defect_type: 'lighting_devices' })
const photo = (id: number, over = {}) => anAttachment({ id, name: `photo-${id}.jpg`, ...over })
const idsOf = (files: readonly { readonly id: number }[]) => files.map(({ id }) => id)

describe('the files of a report', () => {
  const row = anInspection({
    defects: [tires, lights],
    attachments: [
      photo(1, { defect: 31, is_after_repair: true }),
      photo(2, { defect: 31 }),
      photo(3, { defect: 32 }),
      photo(4),
      photo(5, { defect: 31 }),
      photo(6, { defect: 99 }),
    ],
  })
  test('are with the defect that they show, before and after its repair; all others are beside the defects', () => {
    const { before, after } = filesOfDefect(row, tires)
    expect([idsOf(before), idsOf(after)]).toEqual([[2, 5], [1]])
    expect(idsOf(filesOfDefect(row, lights).before)).toEqual([3])
    // The file of a defect that the report does not have stays visible.
    expect(idsOf(filesBesideDefects(row))).toEqual([4, 6])
  })
  test('are counted through before and after their defect’s repair; documents keep their names', () => {
    const files = filesOfDefect(row, tires)
    const invoice = anAttachment({ id: 7, name: 'invoice.pdf', type: 'application/pdf', defect: 31 })
    const captions = defectCaptions({ ...files, before: [invoice, ...files.before] }, tires)
    const [second, fifth] = files.before
    expect(captionOf(captions, second!)).toEqual({ short: 'Tires 1', long: 'Tires 1 of 3 · before' })
    expect(captionOf(captions, fifth!).short).toBe('Tires 2')
    expect(captionOf(captions, files.after[0]!).long).toBe('Tires 3 of 3 · after')
    expect(captionOf(captions, invoice)).toEqual({ short: 'invoice.pdf', long: 'invoice.pdf' })
  })
})

test('the photos of a report that waits to be created are with its defects, and not with another one', () => {
  const [other, fault] = [CLIENT_ID.replace('444', '445'), CLIENT_ID]
  const defect = (client_id: string) =>
    ({ client_id, defect_type: 'tires', urgency: 'major', description: 'Cords' }) as const
  const file = { upload: CLIENT_ID.replace('444', '446'), name: 'tire.jpg', type: 'image/jpeg', size: 5 }
  const row = rowOfNew(aNewInspection({ defects: [defect(other), defect(fault)], files: [{ ...file, defect: fault }] }))
  const [first, second] = row.defects
  expect(filesOfDefect(row, first!).before).toEqual([])
  expect(filesOfDefect(row, second!).before).toMatchObject([{ client_id: file.upload, name: 'tire.jpg' }])
  expect(filesBesideDefects(row)).toEqual([])
})
