import * as z from 'zod/mini'
import { administrator } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { changedBy, instant, kind, serverId, version } from '#contract/wire/record.ts'
import { expenseSummary, importKind } from './imports.ts'

/**
 * `open`: a user must decide. `removed`: the second row no longer counts. `kept`: a user decided that both rows are
 * expenses.
 */
export const DUPLICATE_STATES = ['open', 'removed', 'kept'] as const
const duplicateState = z.enum(DUPLICATE_STATES)
export type DuplicateState = z.output<typeof duplicateState>

/** A stored expense; `from` names its report or its vendor. */
const sourcedExpense = z.object({ ...expenseSummary.shape, from: z.string() })

/**
 * Two rows that are, or look like, the same expense: `stays` is the row that counts, `again` the later row of a report.
 */
export const duplicateExpense = z.object({
  id: serverId,
  kind: importKind,
  /** True: the rows do not differ. False: one row lacks a detail, such as its time. */
  is_sure: z.boolean(),
  state: duplicateState,
  stays: sourcedExpense,
  again: sourcedExpense,
  decided_by: z.nullable(changedBy),
  decided_at: z.nullable(instant),
  version,
})
export type DuplicateExpense = z.output<typeof duplicateExpense>

export const duplicateKind = kind<DuplicateExpense>('duplicate', ({ id }) => `${id}`)

/** The most duplicates in one decision. */
export const MAX_DUPLICATES = 500

/**
 * Moves duplicates from one state to another. A duplicate that is in neither of both states was decided by another user
 * in the meantime.
 */
export const duplicateDecision = z
  .object({
    ids: z.array(serverId).check(z.minLength(1), z.maxLength(MAX_DUPLICATES)),
    from: duplicateState,
    to: duplicateState,
  })
  .check(z.refine(({ from, to }) => from !== to, 'Both states are the same.'))

export const duplicateEndpoints = {
  list: endpoint({
    name: 'imports.duplicates',
    summary: 'Expenses that are probably in the books twice, newest first, including those already decided.',
    method: 'GET',
    path: '/api/imports/duplicates/',
    access: administrator,
    query: z.object({ ...pageQuery, decided: z._default(z.enum(['yes', 'no']), 'no') }),
    reply: pageOf(duplicateExpense),
  }),
  decide: endpoint({
    name: 'imports.decide_duplicates',
    summary:
      'Decide about report rows that count an expense twice: remove them from the books, keep them, or put them back.',
    method: 'POST',
    path: '/api/imports/duplicates/',
    access: administrator,
    body: duplicateDecision,
    reply: z.object({ results: z.array(duplicateExpense) }),
  }),
}

/** The server's order: newest first. */
export const compareDuplicates = (a: DuplicateExpense, b: DuplicateExpense): number => b.id - a.id
