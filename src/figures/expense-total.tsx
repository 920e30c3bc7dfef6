import { Skeleton } from '@mantine/core'
import { money } from '#src/format/numbers.ts'
import type { DaysAmount } from '#src/offline/amount-query.ts'
import type { ReadingOf } from '#src/offline/use-reading.ts'
import classes from './expense-card.module.css'

/** The figure itself, or why there is none, in the same room. */
export function ExpenseTotal({ reading }: { readonly reading: ReadingOf<DaysAmount> }) {
  const { state, known, problem } = reading
  return (
    <div className={classes.total} aria-live="polite" aria-busy={state === 'loading'}>
      {known ? <p className={classes.amount}>{money(known.data.amount)}</p> : null}
      {state === 'loading' ? (
        <>
          <span className="visually-hidden">Loading...</span>
          <Skeleton width={150} height={30} aria-hidden />
        </>
      ) : null}
      {state === 'not_saved' ? <p>Not saved on this device yet. It appears as soon as there is a network.</p> : null}
      {state === 'failed' ? <p>This week could not be loaded.</p> : null}
      {state === 'refused' ? <p>{problem?.message}</p> : null}
    </div>
  )
}
