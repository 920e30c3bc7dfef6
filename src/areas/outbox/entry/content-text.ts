import { conflictRows } from '#src/areas/outbox/conflict/conflict-rows.ts'
import { momentWords } from '#src/format/age.ts'
import { sizeWords } from '#src/format/numbers.ts'
import { fieldsOf } from '#src/offline/outbox/show/entry-readings.ts'
import type { OutboxItem } from '../outbox-items.ts'
import { changeLines, lineWords } from './change-lines.ts'
import { stateWords } from './entry-words.ts'
import { reasonsOf, reasonWords } from './refusal.ts'

/** The whole change as readable text, to be saved elsewhere before it is discarded. */
export function contentText(item: OutboxItem, now: number): string {
  const { entry, words, madeAt } = item
  const lines = changeLines(entry).map(lineWords)
  const why = entry ? reasonsOf(entry.problem, fieldsOf(entry)).map(reasonWords).join(' ') : ''
  return [
    words.record,
    ...(lines.length > 0 ? lines : [words.change]),
    ...(entry?.files ?? []).map(({ name, size }) => `File: ${name} (${sizeWords(size)})`),
    `Made ${momentWords(madeAt, now)}`,
    why === '' ? stateWords(item, now) : `${stateWords(item, now)}: ${why}`,
    ...(item.standing === 'conflict' && entry ? conflictRows(entry).map((row) => disputeWords(row, now)) : []),
  ].join('\n')
}

/** A conflicting field as text: "Status: was On The Road, theirs Firing (Greg Hill, 14:05), yours Vacation". */
function disputeWords(row: ReturnType<typeof conflictRows>[number], now: number): string {
  const authorWords = whoWords(row, now)
  const was = row.was === null ? '' : `was ${row.was}, `
  return `${row.title}: ${was}theirs ${row.theirs}${authorWords === '' ? '' : ` (${authorWords})`}, yours ${row.yours}`
}

/** The other user and the time: "Greg Hill, 14:05". Empty when both are unknown. */
export function whoWords(row: { readonly by: string | null; readonly at: number | null }, now: number): string {
  return [row.by, row.at === null ? null : momentWords(row.at, now)].filter((part) => part !== null).join(', ')
}
