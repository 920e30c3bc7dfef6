import * as z from 'zod/mini'
import { INSPECTION_RULES, inspectionChanges } from '#contract/maintenance/inspection-changes.ts'
import { recordRefOf } from '#contract/maintenance/inspections.ts'
import { fullName } from '#contract/wire/people.ts'
import { instant, isoDate, serverId } from '#contract/wire/record.ts'
import { shortDay } from '#src/format/calendar.ts'
import { dayValueWords, valueWords } from '#src/format/value-words.ts'
import { type Command, command, type Field, newChange } from '#src/offline/command.ts'
import { inspectionRecord } from './inspection-record.ts'
import { inspectionPage, patchedInspection, reportWords, seenInspection } from './seen-inspection.ts'
import { SEEN_UPGRADES } from './seen-upgrades.ts'

const approver = z.object({ id: serverId, first_name: z.string(), last_name: z.string() })
/** `at`: when the user approved on this device; `on`: the company's date at that moment. */
const approveInput = z.object({ was: seenInspection, by: approver, at: instant, on: isoDate })
type Approve = z.output<typeof approveInput>

/** Approves an inspection with a name and a date. Only an approval that was never sent can be taken back. */
export const approveInspection: Command<Approve> = command({
  name: 'maintenance.approve',
  version: 2,
  upgrades: SEEN_UPGRADES,
  endpoint: inspectionChanges.update,
  input: approveInput,
  request: ({ was, by, at, on }) => ({
    params: { id: recordRefOf(was) },
    body: { approved_by: by.id, approved_date: on, approved_at: at },
  }),
  touches: ({ was }) => [inspectionRecord.keyOf(was)],
  effects: ({ was, by, at, on }) => [
    patchedInspection(was, (row) => ({ ...row, approved_by: by, approved_date: on, approved_at: at })),
  ],
  fields: (input) => [approvalField(input)],
  rebase: (input, current) => ({ ...input, was: inspectionRecord.currentIn(current) ?? input.was }),
  describe: ({ was, by, on }) => ({
    record: reportWords(was),
    change: `Approved by ${fullName(by)} on ${shortDay(on)}`,
  }),
  page: inspectionPage,
  versions: inspectionRecord.versionsIn,
  areas: ['maintenance'],
})

/** The only field of an approval. It can't be edited: if another user approved first, that approval stays. */
const approvalField = (input: Approve): Field<Approve> => ({
  names: ['approved_by', 'approved_date', 'approved_at'],
  title: 'Approved',
  as: { is: 'unchangeable' },
  was: input.was.approved_date,
  yours: input.on,
  words: dayValueWords,
  with: () => input,
  without: () => null,
})

/** The next driver's name as signed, and the time. Null takes a review back. */
const reviewInput = z.object({
  was: seenInspection,
  by: z.nullable(z.string().check(z.trim(), z.minLength(1, INSPECTION_RULES.required))),
  at: z.nullable(instant),
})
type Review = z.output<typeof reviewInput>

/** Records that the next driver has read the report and that its defects were taken care of (49 CFR 396.13). */
export const reviewInspection: Command<Review> = command({
  name: 'maintenance.review',
  version: 2,
  upgrades: SEEN_UPGRADES,
  endpoint: inspectionChanges.update,
  input: reviewInput,
  request: ({ was, by, at }) => ({ params: { id: recordRefOf(was) }, body: { reviewed_by: by, reviewed_at: at } }),
  touches: ({ was }) => [inspectionRecord.keyOf(was)],
  effects: ({ was, by, at }) => [patchedInspection(was, (row) => ({ ...row, reviewed_by: by, reviewed_at: at }))],
  inverse: ({ was, by, at }) => [
    newChange(
      reviewInspection,
      { was: { ...was, reviewed_by: by, reviewed_at: at }, by: was.reviewed_by, at: was.reviewed_at },
      inspectionRecord.seenVersionOf(was),
    ),
  ],
  fields: (input) => [
    {
      names: ['reviewed_by', 'reviewed_at'],
      title: 'Reviewed by next driver',
      as: { is: 'text', maxLength: 120 },
      was: input.was.reviewed_by,
      yours: input.by,
      words: valueWords,
      with: (value) => ({ ...input, by: typeof value === 'string' && value.trim() !== '' ? value.trim() : input.by }),
      without: () => null,
    },
  ],
  rebase: (input, current) => ({ ...input, was: inspectionRecord.currentIn(current) ?? input.was }),
  describe: ({ was, by }) => ({
    record: reportWords(was),
    change: by === null ? 'Review by the next driver taken back' : `Reviewed by the next driver, ${by}`,
  }),
  page: inspectionPage,
  versions: inspectionRecord.versionsIn,
  areas: ['maintenance'],
})
