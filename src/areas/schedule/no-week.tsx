import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ReadingState } from '#src/offline/reading/reading-state.ts'
import classes from './driver-week.module.css'

const NO_WEEK: Record<Exclude<ReadingState, 'loading'>, string> = {
  ready: '',
  not_saved: 'This week is not saved on this device yet. It appears as soon as there is a network.',
  refused: 'Permission for schedule view required',
  failed: 'This week could not be loaded.',
}

interface NoWeekProps {
  readonly state: ReadingState
  /** A skeleton with the final size. */
  readonly skeleton: ReactNode
  readonly onAgain: () => Promise<unknown>
}

/** Takes the place of a week: the skeleton while it loads, or the reason why it can't be shown. */
export function NoWeek({ state, skeleton, onAgain }: NoWeekProps) {
  if (state === 'loading') return skeleton
  return (
    <div className={classes.words}>
      <p>{NO_WEEK[state]}</p>
      <Button variant="default" size="compact-sm" onClick={() => void onAgain()}>
        Try again
      </Button>
    </div>
  )
}
