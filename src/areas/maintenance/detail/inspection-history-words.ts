import type { Defect } from '#contract/maintenance/inspections.ts'
import {
  defectState,
  defectTitle,
  reportTitle,
  reportType,
  stateTitle,
} from '#contract/maintenance/maintenance-choices.ts'
import { inspectionRecord } from '#src/areas/maintenance/changes/inspection-record.ts'
import { valueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { costWords, dueDateWords, milesWords, momentOf, NONE } from '../inspection-words.ts'

/** Somebody whom a history names by a number. */
interface Named {
  readonly id: number
  readonly name: string
}

const plain = (title: string) => ({ title, words: valueWords })
const orNone = (words: (value: string) => string) => (value: unknown) =>
  typeof value === 'string' && value !== '' ? words(value) : NONE

function reportWords(value: unknown): string {
  const known = reportType.safeParse(value)
  return known.success ? reportTitle(known.data) : valueWords(value)
}

function stateWords(value: unknown): string {
  const known = defectState.safeParse(value)
  return known.success ? stateTitle(known.data) : valueWords(value)
}

const WRITTEN = { title: 'Comment', change: (_: unknown, to: unknown) => valueWords(to) }
const ATTACHED = {
  title: 'Attachments',
  change: (from: unknown, to: unknown) => (to === null ? `${valueWords(from)} removed` : `${valueWords(to)} added`),
}

/** What became of each defect, each a field of its own. */
function defectFields(defects: readonly Pick<Defect, 'id' | 'defect_type'>[]): HistoryWords {
  const told = defects.map(({ id, defect_type }) => {
    const title = defectTitle(defect_type)
    return {
      [`defects.${id}.state`]: { title, words: stateWords },
      [`defects.${id}.settled_by`]: { title: `${title}, certified by`, words: orNone(String) },
      [`defects.${id}.settled_at`]: { title: `${title}, certified at`, words: orNone(momentOf) },
      [`defects.${id}.settled_note`]: { title: `${title}, note`, words: valueWords },
    }
  })
  return Object.assign({}, ...told)
}

const { fields } = inspectionRecord

/** The history of an inspection beside the record's own fields; people by their names, as far as `names` has them. */
export function inspectionHistoryWords(
  names: readonly Named[],
  defects: readonly Pick<Defect, 'id' | 'defect_type'>[],
): HistoryWords {
  const person = (value: unknown) => {
    if (value === null || value === undefined) return NONE
    return names.find(({ id }) => id === value)?.name ?? `User ${String(value)}`
  }
  const moment = (title: string) => ({ title, words: orNone(momentOf) })
  return {
    transport: { title: fields.transport.title, words: valueWords },
    unit_name: { title: fields.transport.title, words: valueWords },
    date: { title: 'Date', words: dueDateWords },
    report_type: { title: 'Report type', words: reportWords },
    fleet_manager: { title: fields.fleet_manager.title, words: person },
    career: plain('Career'),
    total_cost: {
      title: fields.total_cost.title,
      words: (value) => (typeof value === 'number' ? costWords(value) : NONE),
    },
    odometer: { title: 'Odometer', words: milesWords },
    due_date: { title: fields.due_date.title, words: dueDateWords },
    approved_by: { title: 'Approved by', words: person },
    approved_date: { title: 'Approved on', words: dueDateWords },
    approved_at: moment('Approved at'),
    approval_received_at: moment('Approval arrived at'),
    reviewed_by: plain('Reviewed by next driver'),
    reviewed_at: moment('Reviewed at'),
    created_by: { title: 'Made by', words: person },
    made_at: moment('Made at'),
    defects: plain('Defects'),
    comments: WRITTEN,
    attachments: ATTACHED,
    ...defectFields(defects),
    is_deleted: plain('Deleted'),
  }
}
