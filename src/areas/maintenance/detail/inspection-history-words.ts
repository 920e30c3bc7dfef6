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
import { costWords, dueDateWords, milesWords, momentWords, NONE } from '../inspection-words.ts'

/** The name of a user whom a history contains only as an id. */
interface UserName {
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

const COMMENT_FIELD = { title: 'Comment', change: (_: unknown, to: unknown) => valueWords(to) }
const ATTACHMENT_FIELD = {
  title: 'Attachments',
  change: (from: unknown, to: unknown) => (to === null ? `${valueWords(from)} removed` : `${valueWords(to)} added`),
}

/** The state fields of each defect. Every defect has its own history fields. */
function defectFields(defects: readonly Pick<Defect, 'id' | 'defect_type'>[]): HistoryWords {
  const perDefect = defects.map(({ id, defect_type }) => {
    const title = defectTitle(defect_type)
    return {
      [`defects.${id}.state`]: { title, words: stateWords },
      [`defects.${id}.settled_by`]: { title: `${title}, certified by`, words: orNone(String) },
      [`defects.${id}.settled_at`]: { title: `${title}, certified at`, words: orNone(momentWords) },
      [`defects.${id}.settled_note`]: { title: `${title}, note`, words: valueWords },
    }
  })
  return Object.assign({}, ...perDefect)
}

const { fields } = inspectionRecord

/**
 * The texts for an inspection's history, in addition to the record's own fields. Users appear by name if `names`
 * contains them, otherwise by id.
 */
export function inspectionHistoryWords(
  names: readonly UserName[],
  defects: readonly Pick<Defect, 'id' | 'defect_type'>[],
): HistoryWords {
  const person = (value: unknown) => {
    if (value === null || value === undefined) return NONE
    return names.find(({ id }) => id === value)?.name ?? `User ${String(value)}`
  }
  const moment = (title: string) => ({ title, words: orNone(momentWords) })
  return {
    transport: { title: fields.transport.title, words: valueWords },
    unit_name: { title: fields.transport.title, words: valueWords },
    date: { title: 'Date', words: dueDateWords },
    report_type: { title: 'Report type', words: reportWords },
    fleet_manager: { title: fields.fleet_manager.title, words: person },
    career: plain('Shop or carrier'),
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
    comments: COMMENT_FIELD,
    attachments: ATTACHMENT_FIELD,
    ...defectFields(defects),
    is_deleted: plain('Deleted'),
  }
}
