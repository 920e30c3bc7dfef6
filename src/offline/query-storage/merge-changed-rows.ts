import type { Page } from '#contract/wire/page.ts'
import { yieldToPage } from '#src/offline/outbox/show/yield-to-page.ts'
import { type ChangedRows, forgetChangedRows, packChangedRows } from './changed-rows.ts'
import type { StoredAnswer } from './query-store.ts'
import type { Target } from './store-changed-rows.ts'
import {
  changedHash,
  headHash,
  type ListCopy,
  nextHash,
  type PageNote,
  pageHash,
  pageHashes,
  readCopy,
  storedPages,
} from './stored-copy.ts'
import type { SyncedList } from './synced-list.ts'

const hasSameRows = (page: Page<object>, other: Page<object>) =>
  page.results.length === other.results.length && page.results.every((row, at) => row === other.results[at])

/** The pages of a copy with the changed rows in their places: their notes, and those that are written again. */
async function mergedPages(
  { queryKey, unpack, changes, needs }: SyncedList,
  copy: ListCopy,
  changed: ChangedRows,
  generation: number,
) {
  const read = storedPages(queryKey, copy, unpack)
  const readMerged = changes.merged(read, copy.pages, changed)
  const notes: PageNote[] = []
  const written: StoredAnswer[] = []
  for (let at = 0; at < copy.pages; at += 1) {
    const note = copy.notes?.[at]
    const [before, after] = await Promise.all([read(at), readMerged(at)])
    if (note === undefined || before === null || after === null) return null
    if (hasSameRows(before, after)) notes.push(note)
    else {
      // Without a tag: it belongs to the server's page.
      notes.push({ generation, rows: after.results.length, count: note.count, next: note.next })
      const hash = pageHash(queryKey, generation, at)
      written.push({ hash, asOf: copy.asOf, json: JSON.stringify(after), needs })
    }
    await yieldToPage()
  }
  return { notes, written }
}

/**
 * Writes a copy's changed rows into its pages, all or nothing. Returns the position of the copy; null when a page is
 * missing, or when it can't be stored.
 */
export async function mergeChangedRows(
  list: SyncedList,
  { copy, persister, lost }: Target,
  changed: ChangedRows,
): Promise<string | null> {
  const { queryKey, needs } = list
  const generation = Math.max(Date.now(), copy.generation + 1)
  const merged = await mergedPages(list, copy, changed, generation)
  if (merged === null) return null
  const { notes, written } = merged
  const rows = notes.reduce((sum, note) => sum + note.rows, 0)
  const { position } = changed
  const next: ListCopy = { ...copy, generation, rows, count: rows, notes, position }
  const { asOf, ...head } = next
  // Without rows it still has the time of the latest change, which the pages and the head do not have.
  const nothing: ChangedRows = { ...changed, rows: [], gone: [], count: 0 }
  // An interrupted copy may share pages with this one. It starts over.
  const interrupted = await readCopy(nextHash(queryKey))
  const before = [copy, ...(interrupted ? [interrupted] : [])].flatMap((one) => pageHashes(queryKey, one))
  const current = pageHashes(queryKey, next)
  const dropped = [changedHash(queryKey, copy), nextHash(queryKey), ...before.filter((hash) => !current.includes(hash))]
  const answers = [
    ...written,
    { hash: headHash(queryKey), asOf, json: JSON.stringify(head), needs },
    packChangedRows(changedHash(queryKey, next), nothing, needs),
  ]
  if (lost?.aborted || !(await persister.exchange(answers, dropped))) return null
  forgetChangedRows(persister, changedHash(queryKey, copy))
  return position
}
