import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'

/**
 * Keeps an edit of any number of rows, all of it or nothing, as one step that can be undone; says what was done, in `words`
 * ("Week copied: 42 days"). Rejects with `NotKept` when the device can't keep it. Answers how many rows it changes.
 */
export type ApplyEdit = (rows: readonly RowEdit[], words: string) => Promise<number>
