import { valueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from './history-changes.ts'

/** The fields that the history of every employee has, whatever their role. */
export const PERSON_FIELDS: HistoryWords = {
  // A file's path means nothing to a reader.
  photo: { title: 'Photo', words: (value) => (value ? 'A photo' : 'None') },
  first_name: { title: 'First name', words: valueWords },
  last_name: { title: 'Last name', words: valueWords },
  email: { title: 'Email', words: valueWords },
  phone: { title: 'Phone', words: valueWords },
}
