import { valueWords } from '#src/format/value-words.ts'
import type { HistoryWords } from './history-changes.ts'

/** What the history of anybody who works here may have, whatever the person does. */
export const PERSON_FIELDS: HistoryWords = {
  // A file's path tells a reader nothing.
  photo: { title: 'Photo', words: (value) => (value ? 'A photo' : 'None') },
  first_name: { title: 'First name', words: valueWords },
  last_name: { title: 'Last name', words: valueWords },
  email: { title: 'Email', words: valueWords },
  phone: { title: 'Phone', words: valueWords },
}
