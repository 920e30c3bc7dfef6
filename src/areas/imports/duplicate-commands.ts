import * as z from 'zod/mini'
import {
  DUPLICATE_STATES,
  type DuplicateExpense,
  duplicateEndpoints,
  duplicateExpense,
  duplicateKind,
  MAX_DUPLICATES,
} from '#contract/expenses/duplicate-expenses.ts'
import { changedBy, instant } from '#contract/wire/record.ts'
import { countOf, formatMoney } from '#src/format/numbers.ts'
import { type Command, command, newChange, patched, type RecordKey, rowKey } from '#src/offline/command.ts'

/** Duplicates in one state as the user saw them, and the decision about them. */
const decision = z.object({
  duplicates: z.array(duplicateExpense).check(z.minLength(1), z.maxLength(MAX_DUPLICATES)),
  to: z.enum(DUPLICATE_STATES),
  by: changedBy,
  at: instant,
})
export type Decision = z.output<typeof decision>

const keyOf = (row: DuplicateExpense): RecordKey => rowKey(duplicateKind, row)

function touched({ duplicates: [first, ...others] }: Decision): readonly [RecordKey, ...RecordKey[]] {
  if (!first) throw new Error('a decision without duplicates')
  return [keyOf(first), ...others.map(keyOf)]
}

/** The state of the duplicates. The schema guarantees at least one. */
const stateOf = ({ duplicates }: Decision) => duplicates[0]?.state ?? 'open'

const decided = ({ to, by, at }: Decision) =>
  to === 'open' ? { state: to, decided_by: null, decided_at: null } : { state: to, decided_by: by, decided_at: at }

const DONE: Readonly<Record<Decision['to'], string>> = {
  removed: 'Remove from the books',
  kept: 'Keep as expenses of their own',
  open: 'Put back',
}

/** Decides whether rows of reports are duplicates of an expense. */
export const decideDuplicates: Command<Decision> = command({
  name: 'imports.decide_duplicates',
  version: 1,
  endpoint: duplicateEndpoints.decide,
  input: decision,
  request: (input) => ({
    body: { ids: input.duplicates.map(({ id }) => id), from: stateOf(input), to: input.to },
  }),
  touches: touched,
  inverse: (input) => [
    newChange(
      decideDuplicates,
      { ...input, to: stateOf(input), duplicates: input.duplicates.map((row) => ({ ...row, ...decided(input) })) },
      null,
    ),
  ],
  effects: (input) =>
    input.duplicates.map((row) =>
      patched(duplicateKind, duplicateKind.keyOf(row), (now) => ({ ...now, ...decided(input) }), row),
    ),
  describe: ({ duplicates, to }) => {
    const [first] = duplicates
    const record =
      duplicates.length === 1 && first
        ? `${formatMoney(first.again.amount)} of ${first.again.from}`
        : countOf(duplicates.length, 'possible duplicate')
    return { record, change: DONE[to] }
  },
  versions: (reply) => {
    const now = duplicateEndpoints.decide.reply.safeParse(reply)
    return now.success ? now.data.results.map((row) => ({ key: keyOf(row), version: row.version })) : []
  },
  areas: ['imports', 'figures'],
})
