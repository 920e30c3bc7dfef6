import { userRecord } from '#src/areas/users/changes/user-record.ts'
import { dayValueWords, valueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { PERSON_FIELDS } from '#src/history/person-fields.ts'

const from = { title: 'Status from', words: dayValueWords }
const to = { title: 'Status to', words: dayValueWords }

/** The texts for an account's history: those of the record's fields, and of fields that only the server changes. */
export const ACCOUNT_HISTORY: HistoryWords = {
  ...userRecord.fields,
  ...PERSON_FIELDS,
  'driver.status_date_from': from,
  'driver.status_date_to': to,
  'dispatcher.status_date_from': from,
  'dispatcher.status_date_to': to,
  wants_digest: { title: 'Morning digest', words: valueWords },
  is_deleted: { title: 'Account', change: () => 'Deleted' },
}
