import { beforeAll, expect, test } from 'vitest'
import { attachToDefect } from '#src/areas/maintenance/changes/attachment-commands.ts'
import { changeInspection } from '#src/areas/maintenance/changes/inspection-commands.ts'
import { changeLines, lineWords } from '#src/areas/outbox/entry/change-lines.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { registerCommands } from '#src/offline/outbox/outbox.ts'
import { aDefect, anInspection } from '#tests/support/builders/an-inspection.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

beforeAll(() => registerCommands([attachToDefect, changeInspection]))

const UPLOAD = '019af3b0-0000-7000-8000-0000000000aa'
const PHOTO = { upload: UPLOAD, name: 'tire.jpg', type: 'image/jpeg', size: 90_000 }
const stored: OutboxEntry['files'] = [
  { id: UPLOAD, field: 'files', name: 'tire.jpg', type: 'image/jpeg', size: 90_000 },
]
const defect = aDefect({ id: 31 })
const was = anInspection({ defects: [defect] })

const linesOf = ({ name, version }: { name: string; version: number }, input: unknown, files: OutboxEntry['files']) =>
  changeLines(anEntry({ command: name, commandVersion: version, input, files })).map(lineWords)

test('a photo that the Outbox lists with its preview is not named by a line of its own too', () => {
  const attach = { was, defect, files: [PHOTO], isAfterRepair: false }
  expect(linesOf(attachToDefect, attach, stored)).toEqual([])
  const edit = { was, to: { note: 'New tire' }, files: [PHOTO] }
  expect(linesOf(changeInspection, edit, stored)).toEqual([expect.stringContaining('New tire')])
})

test('a photo whose file the entry does not have is named by a line', () => {
  const attach = { was, defect, files: [PHOTO], isAfterRepair: false }
  expect(linesOf(attachToDefect, attach, [])).toEqual([expect.stringContaining('tire.jpg')])
})
