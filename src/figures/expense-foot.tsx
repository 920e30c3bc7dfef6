import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApiError } from '#src/api/api-error.ts'
import type { AmountOfDays } from '#src/offline/reading/amount-query.ts'
import type { QueryReading } from '#src/offline/reading/use-reading.ts'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import classes from './expense-card.module.css'

/** The source of figures, in words. */
export interface ExpenseSource {
  /** Null before the source's state is known. */
  readonly words: string | null
  /** The last request to the source failed. */
  readonly isFailing: boolean
  readonly refetch: () => Promise<ApiError | null>
}

interface ExpenseFootProps {
  readonly reading: QueryReading<AmountOfDays>
  readonly source: ExpenseSource
}

/** The age and the source of a figure, and a retry button after a failure. */
export function ExpenseFoot({ reading, source }: ExpenseFootProps) {
  const { known, updatedAt, problem, state } = reading
  const [isAsking, setIsAsking] = useState(false)
  const words = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isTrouble = problem !== null || source.isFailing || state === 'not_saved'
  const again = async () => {
    setIsAsking(true)
    const [failure] = await Promise.all([reading.refetch(), source.refetch()])
    flushSync(() => setIsAsking(false))
    // A loading button loses the focus, and the button disappears with the problem. Keyboard users must not land at the
    // page's top.
    if (document.activeElement === document.body) (failure === null ? words : button).current?.focus()
  }
  return (
    <div className={classes.foot}>
      <div ref={words} tabIndex={-1} className={classes.words}>
        {known ? (
          <p {...(problem !== null && { className: classes.trouble, title: problem.message })}>
            {problem === null ? 'Figure ' : 'Last figure, '}
            <AgeLabel at={updatedAt} form="as_of" />
          </p>
        ) : null}
        {source.words === null ? null : (
          <p className={source.isFailing ? classes.trouble : undefined}>{source.words}</p>
        )}
      </div>
      {isTrouble || isAsking ? (
        <Button ref={button} size="compact-md" variant="default" loading={isAsking} onClick={() => void again()}>
          Retry
        </Button>
      ) : null}
    </div>
  )
}
