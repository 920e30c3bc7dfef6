import { randomUUID } from 'node:crypto'
import { UNIT_KINDS } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { attachToDefect, removeAttachments } from '#src/areas/maintenance/changes/attachment-commands.ts'
import { commentOnInspection } from '#src/areas/maintenance/changes/comment-commands.ts'
import { settleDefect } from '#src/areas/maintenance/changes/defect-commands.ts'
import { deleteInspection } from '#src/areas/maintenance/changes/delete-inspection-commands.ts'
import { changeInspection } from '#src/areas/maintenance/changes/inspection-commands.ts'
import { createInspection } from '#src/areas/maintenance/changes/new-inspection-commands.ts'
import { approveInspection, reviewInspection } from '#src/areas/maintenance/changes/sign-inspection-commands.ts'
import { aNewInspection } from '#tests/support/builders/a-new-inspection.ts'
import { aFault, FAULTY } from '#tests/support/yard/inspected-yard.ts'
import { changeCase } from './change-case.ts'
import { AT, author, type ChangeDesk, TODAY } from './change-desk.ts'

const MAJOR = { ...FAULTY, defects: [aFault()] }
const transportOf = ({ id, kind, number }: Unit) => ({
  ...{ id, kind, number, title: id, miles_driven: null, is_deleted: false },
})
const aReport = async (desk: ChangeDesk, over: object = {}) => desk.report(await desk.unit('truck'), over)

export const maintenanceCases = [
  ...UNIT_KINDS.flatMap((kind) => [
    changeCase(createInspection, async (desk) => {
      const by = author(desk)
      const transport = transportOf(await desk.unit(kind))
      const approval = { by, at: AT, on: TODAY }
      const own = { client_id: randomUUID(), made_at: AT, date: TODAY, fleet_manager: desk.greg, approval }
      const fault = { client_id: randomUUID(), defect_type: 'tires', urgency: 'major', description: 'Cords' } as const
      return aNewInspection({ ...own, transport, ...FAULTY, defects: [fault] })
    }),
    changeCase(deleteInspection, async (desk) => ({ was: await desk.report(await desk.unit(kind), MAJOR) })),
    changeCase(settleDefect, async (desk) => {
      const was = await desk.report(await desk.unit(kind), MAJOR)
      const to = { state: 'repaired', settled_by: 'Joe Hall', settled_at: AT, settled_note: '' } as const
      return { was, defect: was.defects[0]!, to }
    }),
  ]),
  changeCase(changeInspection, async (desk) => {
    const was = await aReport(desk, MAJOR)
    return { was, to: { transport: transportOf(await desk.unit('trailer')), note: 'Moved' }, files: [] }
  }),
  changeCase(commentOnInspection, async (desk) => {
    const by = { ...author(desk), photo: null }
    return { was: await aReport(desk), client_id: randomUUID(), by, text: 'Looks good', at: AT }
  }),
  changeCase(approveInspection, async (desk) => ({ was: await aReport(desk), by: author(desk), at: AT, on: TODAY })),
  changeCase(reviewInspection, async (desk) => ({ was: await aReport(desk, MAJOR), by: 'Sam Reed', at: AT })),
  changeCase(attachToDefect, async (desk) => {
    const photo = await desk.photo()
    const was = await aReport(desk, MAJOR)
    const upload = 'upload' in photo ? photo.upload : ''
    const files = [{ upload, name: 'tires.jpg', type: 'image/jpeg', size: 1 }]
    return { was, defect: was.defects[0]!, files, isAfterRepair: true }
  }),
  changeCase(removeAttachments, async (desk) => {
    const photo = await desk.photo()
    const was = await aReport(desk, { files: [{ ...photo, name: 'tires.jpg' }] })
    return { was, attachments: was.attachments.map(({ id, name }) => ({ ref: id, name })) }
  }),
]
