import type { ApiError } from '#src/api/api-error.ts'
import { formatMoney } from '#src/format/numbers.ts'
import type { AmountOfDays } from '#src/offline/reading/amount-query.ts'
import type { ReadingState } from '#src/offline/reading/reading-state.ts'
import type { QueryReading } from '#src/offline/reading/use-reading.ts'
import classes from './expense-card.module.css'

/** The figure, or the reason why there is none, in the same room. */
export function ExpenseTotal({ reading }: { readonly reading: QueryReading<AmountOfDays> }) {
  const { state, known, problem } = reading
  return (
    <div className={classes.total} aria-live="polite" aria-busy={state === 'loading'}>
      {known ? <p className={classes.amount}>{formatMoney(known.data.amount)}</p> : null}
      {state === 'loading' ? (
        <>
          <span className="visually-hidden">Loading...</span>
          <span className={classes.coming} aria-hidden />
        </>
      ) : null}
      {known || state === 'loading' ? null : <p>{absenceOf(state, problem)}</p>}
    </div>
  )
}

/** The reason why there is no figure. */
function absenceOf(state: ReadingState, problem: ApiError | null): string {
  if (state === 'refused') return problem?.message ?? ''
  // A single request that hangs does not mean that the network is lost.
  const isLost = state === 'not_saved' && (problem === null || problem.kind === 'network')
  return isLost
    ? 'Not saved on this device yet. It appears as soon as there is a network.'
    : `This week could not be loaded. ${problem?.message ?? ''}`
}
