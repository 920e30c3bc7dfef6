import { valueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from '#src/history/history-changes.ts'
import { phonesWords } from './contact-change.ts'

/** How the fields of a department's history are told. */
export const CONTACT_HISTORY: HistoryWords = {
  department_name: { title: 'Department', words: valueWords },
  location: { title: 'Location', words: valueWords },
  phones: { title: 'Phones', words: phonesWords },
  email: { title: 'Email', words: valueWords },
}
