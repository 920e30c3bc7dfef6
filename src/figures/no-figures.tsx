import { Button } from '@mantine/core'
import { absence } from '#src/offline/reading-state.ts'
import type { Reading } from '#src/offline/use-reading.ts'
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
  return (
    <div className={`${classes.none} ${className ?? ''}`} role="status">
      <p>{state === 'refused' && problem ? problem.message : absence(what, problem)}</p>
      {state === 'refused' ? null : (
        <Button variant="default" loading={isRefreshing} onClick={() => void refetch()}>
          Try again
        </Button>
      )}
    </div>
  )
}
