import { csvRows, csvText } from '#contract/text/csv.ts'
import type { SecurityEvent } from './security.ts'
import { detailWords, kindWords } from './security-words.ts'

type Person = SecurityEvent['actor']

const idOf = (person: Person) => (person === null ? '' : `${person.id}`)
const nameOf = (person: Person) => person?.name ?? ''

const COLUMNS: readonly (readonly [title: string, of: (event: SecurityEvent) => string])[] = [
  ['ID', ({ id }) => `${id}`],
  ['Time (UTC)', ({ at }) => at],
  ['Event', ({ kind }) => kindWords(kind)],
  ['Done By', ({ actor }) => nameOf(actor)],
  ['Done By ID', ({ actor }) => idOf(actor)],
  ['Account', ({ subject }) => nameOf(subject)],
  ['Account ID', ({ subject }) => idOf(subject)],
  ['Details', ({ detail }) => detailWords(detail)],
  ['Network', ({ network }) => network],
  ['Browser', ({ user_agent }) => user_agent],
  ['Session', ({ session }) => session ?? ''],
]

export const SECURITY_CSV_NAME = 'security-log.csv'

/** The byte order mark and the header row of the CSV file. */
export const securityCsvHead = (): string => csvText([COLUMNS.map(([title]) => title)])

/** Events as rows of the CSV file, without a header. */
export const securityCsvRows = (events: readonly SecurityEvent[]): string =>
  csvRows(events.map((event) => COLUMNS.map(([, read]) => read(event))))
