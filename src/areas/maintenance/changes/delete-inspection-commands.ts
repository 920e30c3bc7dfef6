import * as z from 'zod/mini'
import { inspectionChanges } from '#contract/maintenance/inspection-changes.ts'
import { recordRefOf } from '#contract/maintenance/inspections.ts'
import { serviceTitle } from '#contract/maintenance/maintenance-choices.ts'
import { shortDay } from '#src/format/calendar.ts'
import { type Command, command, removed } from '#src/offline/command.ts'
import { deletedField } from '#src/offline/fold/deleted-field.ts'
import { inspectionRows } from '../inspection-rows.ts'
import { inspectionRecord } from './inspection-record.ts'
import { openMajorsChanged } from './open-majors.ts'
import { openMajorsOf, reportWords, seenInspection } from './seen-inspection.ts'
import { SEEN_UPGRADES } from './seen-upgrades.ts'

/** The inspection as the user saw it. */
const deleteInput = z.object({ was: seenInspection })
type DeleteInspection = z.output<typeof deleteInput>

/** Deletes an inspection with its defects, attachments and comments. Deleting can't be undone. */
export const deleteInspection: Command<DeleteInspection> = command({
  name: 'maintenance.delete',
  version: 2,
  upgrades: SEEN_UPGRADES,
  endpoint: inspectionChanges.remove,
  input: deleteInput,
  request: ({ was }) => ({ params: { id: recordRefOf(was) } }),
  touches: ({ was }) => [inspectionRecord.keyOf(was)],
  effects: ({ was }) => [
    removed(inspectionRows, inspectionRows.keyOf(was), was),
    ...openMajorsChanged(was.transport.id, [], openMajorsOf(was)),
  ],
  fields: (input) => [deletedField('Inspection', input)],
  rebase: (input, current) => ({ was: inspectionRecord.currentIn(current) ?? input.was }),
  describe: ({ was }) => ({
    record: reportWords(was),
    change: `${serviceTitle(was.service_type)} of ${shortDay(was.date)} deleted`,
  }),
  versions: () => [],
  areas: ['maintenance', 'trucks', 'trailers'],
})
