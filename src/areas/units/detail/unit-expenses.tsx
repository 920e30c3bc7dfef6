import { useCallback } from 'react'
import type { UnitWeekFigures } from '#contract/units/unit-weeks.ts'
import type { Unit } from '#contract/units/units.ts'
import { unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { WeekExpenses } from '#src/figures/week-expenses.tsx'
import { expenseFeeds } from '#src/lookups/feed-queries.ts'
import { feedWords } from '#src/lookups/feed-words.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { useCompanyNow } from '#src/ui/use-now.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { unitFigures, unitWeekAt } from './unit-figures-queries.ts'

/** The first shown week begins 14 days back: tolls arrive late, and a week with missing tolls looks cheap. */
const FIRST_SHOWN = -3

const spent = ({ fuel_expenses, tolls_expenses }: UnitWeekFigures) => [
  { title: 'Fuel expenses', amount: fuel_expenses },
  { title: 'Toll expenses', amount: tolls_expenses },
]

/** The last days with tolls and fuel: expenses that a vendor has not reported yet are missing in these weeks. */
function FeedNote() {
  const { known } = useReading(expenseFeeds.options)
  const now = useCompanyNow()
  const feeds = known?.data ?? []
  return feeds.length === 0 ? null : <> · {feeds.map((feed) => feedWords(feed, now)).join(' · ')}</>
}

/** A unit's tolls and fuel of a week, with the surrounding weeks as a chart. */
export function UnitExpenses({ unit }: { readonly unit: Unit }) {
  const { kind, id } = unit
  return (
    <WeekExpenses
      of={unitTitle(unit)}
      weeksAt={useCallback((at: number, today: string) => unitFigures(kind, id, at, today), [kind, id])}
      firstShown={FIRST_SHOWN}
      daysAt={unitWeekAt}
      spent={spent}
      note={<FeedNote />}
      refusal={`Permission for ${UNIT_WORDS[kind].area} view required`}
    />
  )
}
