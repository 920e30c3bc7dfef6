import { userRecord } from '#src/areas/users/changes/user-record.ts'
import { dayWords, valueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { PERSON_FIELDS } from '#src/history/person-fields.ts'

const from = { title: 'Status from', words: dayWords }
const to = { title: 'Status to', words: dayWords }

/** How the fields of an account's history are told: as a change of them that waits, and what no device changes. */
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
