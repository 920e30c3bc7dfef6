import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconLock, IconZoomQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NOT_FOUND } from '#contract/wire/problem.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'

/** The look of a placeholder's icon. */
export const ICON = { size: 32, stroke: 1.5 }

interface ReadingPlaceholderProps {
  readonly list: Pick<Reading, 'state' | 'problem' | 'isRefreshing' | 'refetch'>
  /** The noun after "this": "list". */
  readonly what: string
  /** The subject of the failure message, at the beginning of a sentence: "The drivers". */
  readonly subject: string
  /** Shown while the data loads. */
  readonly loading: ReactNode
  /** Shown when there are no rows. */
  readonly nothing: ReactNode
}

/**
 * Takes the place of rows: `loading` while they load, `nothing` when there are none, or the reason why they can't be
 * shown.
 */
export function ReadingPlaceholder({ list, what, subject, loading, nothing }: ReadingPlaceholderProps) {
  const again = (
    <Button variant="default" loading={list.isRefreshing} onClick={() => void list.refetch()}>
      Try again
    </Button>
  )
  switch (list.state) {
    case 'loading':
      return loading
    case 'not_saved':
      return (
        <EmptyState icon={<IconCloudOff {...ICON} />} title="Not saved on this device yet" action={again}>
          The server can’t be reached, and this {what} was not opened here before. It appears as soon as there is a
          network.
        </EmptyState>
      )
    case 'refused':
      if (list.problem?.status === 404)
        return (
          <EmptyState isAlert icon={<IconZoomQuestion {...ICON} />} title={`There is no such ${what}`} action={again}>
            {list.problem.message === NOT_FOUND
              ? 'It was deleted, or the link to it was cut short.'
              : list.problem.message}
          </EmptyState>
        )
      return (
        <EmptyState isAlert icon={<IconLock {...ICON} />} title={`The server refused this ${what}`} action={again}>
          {list.problem?.message}
        </EmptyState>
      )
    case 'failed':
      return (
        <EmptyState
          isAlert
          icon={<IconAlertTriangle {...ICON} />}
          title={`${subject} could not be loaded`}
          action={again}
        >
          {list.problem?.message}
        </EmptyState>
      )
    case 'ready':
      return nothing
  }
}
