import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconLock, IconZoomQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NOT_FOUND } from '#contract/wire/problem.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'

/** How the icons of what stands for a list look. */
export const ICON = { size: 32, stroke: 1.5 }

interface ReadingPlaceholderProps {
  readonly list: Pick<Reading, 'state' | 'problem' | 'isRefreshing' | 'refetch'>
  /** What it is, after "this": "list". */
  readonly what: string
  /** What has failed, at the beginning of a sentence: "The drivers". */
  readonly subject: string
  /** While it is on its way. */
  readonly loading: ReactNode
  /** When there is nothing in it. */
  readonly nothing: ReactNode
}

/** What stands where the rows of a list would be: they are coming, there are none, or why they can't be shown. */
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
