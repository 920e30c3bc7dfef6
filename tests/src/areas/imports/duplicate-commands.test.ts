import { describe, expect, test } from 'vitest'
import { compareDuplicates, type DuplicateExpense, duplicateKind } from '#contract/expenses/duplicate-expenses.ts'
import { type Decision, decideDuplicates } from '#src/areas/imports/duplicate-commands.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'

const expense = { date: '2026-11-03', clock: null, amount: 21, place: 'Exit 7', called: '007002410300' }
const duplicate = (id: number, over: Partial<DuplicateExpense> = {}): DuplicateExpense => ({
  id,
  kind: 'tolls',
  is_sure: false,
  state: 'open',
  stays: { ...expense, from: 'week.csv' },
  again: { ...expense, from: 'month.csv' },
  decided_by: null,
  decided_at: null,
  version: 1,
  ...over,
})
const ruth = { id: 1, first_name: 'Ruth', last_name: 'Callahan' }
const author = { by: ruth, at: '2026-11-21T15:00:00.000Z' }
const decision: Decision = { duplicates: [duplicate(8), duplicate(7)], to: 'removed', ...author }

const rulesOf = (isOpen: boolean) => ({
  compare: compareDuplicates,
  newFirst: true,
  fits: ({ state }: DuplicateExpense) => (state === 'open') === isOpen,
})
const shown = (rows: readonly DuplicateExpense[], isOpen: boolean, ...decisions: readonly Decision[]) =>
  foldOf(decisions.map((one) => ({ effects: decideDuplicates.effects(one), settled: null }))).rows(
    duplicateKind,
    rows,
    rulesOf(isOpen),
  )

describe('a decision about duplicates', () => {
  test('moves them from the open list to the decided list while it waits', () => {
    expect(shown([duplicate(9), duplicate(8), duplicate(7)], true, decision)).toMatchObject([{ id: 9 }])
    expect(shown([], false, decision)).toMatchObject([
      { id: 8, state: 'removed', decided_by: ruth },
      { id: 7, state: 'removed' },
    ])
  })

  test('sends the state that it starts from, so that it cannot silently reverse a colleague’s decision', () => {
    expect(decideDuplicates.request(decision)).toEqual({ body: { ids: [8, 7], from: 'open', to: 'removed' } })
    expect(decideDuplicates.touches(decision)).toEqual(['duplicate/8', 'duplicate/7'])
  })

  test('is undone by the opposite decision, which restores the rows', () => {
    const [back] = decideDuplicates.inverse?.(decision) ?? []
    const opposite = decideDuplicates.input.parse(back?.input) as Decision
    expect(decideDuplicates.request(opposite)).toEqual({ body: { ids: [8, 7], from: 'removed', to: 'open' } })
    const rows = [duplicate(8), duplicate(7)]
    expect(shown(rows, true, decision, opposite)).toEqual(rows)
    expect(shown([], false, decision, opposite)).toEqual([])
  })

  test('is described for one duplicate and for several', () => {
    expect(decideDuplicates.describe(decision)).toEqual({
      record: '2 possible duplicates',
      change: 'Remove from the books',
    })
    expect(decideDuplicates.describe({ ...decision, duplicates: [duplicate(8)], to: 'kept' })).toEqual({
      record: '$21.00 of month.csv',
      change: 'Keep as expenses of their own',
    })
  })

  test('takes the versions from the response', () => {
    const reply = { results: [duplicate(8, { state: 'removed', version: 2 })] }
    expect(decideDuplicates.versions(reply, decision)).toEqual([{ key: 'duplicate/8', version: 2 }])
    expect(decideDuplicates.versions({}, decision)).toEqual([])
  })
})
