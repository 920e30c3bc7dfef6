import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import { absence } from '#src/offline/reading/reading-state.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import classes from './no-figures.module.css'

interface NoFiguresProps {
  readonly reading: Reading
  /** What is not here, many of it: "The statistics". */
  readonly what: string
  /** Gives it the place of what would stand there. */
  readonly className?: string | undefined
}

/** Why figures are not here, and the way to them. */
export function NoFigures({ reading, what, className }: NoFiguresProps) {
  const { state, problem, isRefreshing, refetch } = reading
  const again = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const title = currentTarget.closest('section')?.querySelector<HTMLElement>('h2')
    const failure = await refetch()
    // A busy button loses the focus, and it goes with the trouble: who pressed it by key is not sent to the top of the page.
    if (failure === null && document.activeElement === document.body) title?.focus()
  }
  return (
    <div className={`${classes.none} ${className ?? ''}`} role="status">
      <p>{state === 'refused' && problem ? problem.message : absence(what, problem)}</p>
      {state === 'refused' ? null : (
        <Button variant="default" loading={isRefreshing} onClick={(event) => void again(event)}>
          Try again
        </Button>
      )}
    </div>
  )
}
