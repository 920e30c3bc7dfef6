import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import { absenceText } from '#src/offline/reading/reading-state.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import classes from './no-figures.module.css'

interface NoFiguresProps {
  readonly reading: Reading
  /** The missing figures, as a plural subject: "The statistics". */
  readonly what: string
  /** A class that gives it the size of the missing figures. */
  readonly className?: string | undefined
}

/** The reason why figures are missing, and a retry button. */
export function NoFigures({ reading, what, className }: NoFiguresProps) {
  const { state, problem, isRefreshing, refetch } = reading
  const again = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const title = currentTarget.closest('section')?.querySelector<HTMLElement>('h2')
    const failure = await refetch()
    // A loading button loses the focus, and the button disappears with the problem. Keyboard users must not land at the
    // page's top.
    if (failure === null && document.activeElement === document.body) title?.focus()
  }
  return (
    <div className={`${classes.none} ${className ?? ''}`} role="status">
      <p>{state === 'refused' && problem ? problem.message : absenceText(what, problem)}</p>
      {state === 'refused' ? null : (
        <Button variant="default" loading={isRefreshing} onClick={(event) => void again(event)}>
          Try again
        </Button>
      )}
    </div>
  )
}
