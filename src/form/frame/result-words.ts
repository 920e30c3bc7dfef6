import type { EntryWords } from '#src/offline/outbox/entry/entry.ts'

/** The most characters of a change in a toast, which is read in passing. The Outbox has all of it. */
const MOST_OF_CHANGE = 80

/** "Successfully updated: Truck 1042". A text that names the record already stays as it is. */
export function doneWords(done: string, words: readonly EntryWords[]): string {
  const records = [...new Set(words.map(({ record }) => record))].filter((record) => !done.includes(record))
  return records.length === 0 ? done : `${done}: ${records.join(', ')}`
}

/** The text when changes were sent after the user went on: it must tell what they were. */
export function sentWords(done: string, words: readonly EntryWords[]): string {
  const change = words.map((one) => one.change).join(', ')
  const short = change.length > MOST_OF_CHANGE ? `${change.slice(0, MOST_OF_CHANGE - 1)}…` : change
  return [`Sent. ${doneWords(done, words)}`, short].filter(Boolean).join('. ')
}
