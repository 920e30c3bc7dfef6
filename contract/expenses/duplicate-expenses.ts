import * as z from 'zod/mini'
import { administrator } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { changedBy, instant, kind, serverId, version } from '#contract/wire/record.ts'
import { importKind, toldExpense } from './imports.ts'

/** Asked of a person; out of the books; or two expenses, as the person said. */
export const DUPLICATE_STATES = ['open', 'removed', 'kept'] as const
const duplicateState = z.enum(DUPLICATE_STATES)
export type DuplicateState = z.output<typeof duplicateState>

/** An expense of the books, and whose report or which vendor told of it. */
const expenseFrom = z.object({ ...toldExpense.shape, from: z.string() })

/** An expense that is in the books twice, or looks so: the row that stays, and the row of a report that counts it again. */
export const duplicateExpense = z.object({
  id: serverId,
  kind: importKind,
  /** Nothing tells the two rows apart; otherwise one leaves something out, as its time. */
  is_sure: z.boolean(),
  state: duplicateState,
  stays: expenseFrom,
  again: expenseFrom,
  decided_by: z.nullable(changedBy),
  decided_at: z.nullable(instant),
  version,
})
export type DuplicateExpense = z.output<typeof duplicateExpense>

export const duplicateKind = kind<DuplicateExpense>('duplicate', ({ id }) => `${id}`)

/** So many are decided at once. */
export const MAX_DUPLICATES = 500

/** What is decided of some duplicates. Those that are in neither state were decided by another person meanwhile. */
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
    summary: 'Expenses that look as if they were in the books twice, newest first; those that were decided stay.',
    method: 'GET',
    path: '/api/imports/duplicates/',
    access: administrator,
    query: z.object({ ...pageQuery, decided: z._default(z.enum(['yes', 'no']), 'no') }),
    reply: pageOf(duplicateExpense),
  }),
  decide: endpoint({
    name: 'imports.decide_duplicates',
    summary:
      'Take rows of reports that count an expense again out of the books, keep them as expenses, or put them back.',
    method: 'POST',
    path: '/api/imports/duplicates/',
    access: administrator,
    body: duplicateDecision,
    reply: z.object({ results: z.array(duplicateExpense) }),
  }),
}

/** The server's order: newest first. */
export const compareDuplicates = (a: DuplicateExpense, b: DuplicateExpense): number => b.id - a.id
