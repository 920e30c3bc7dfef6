import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconListSearch, IconLock } from '@tabler/icons-react'
import type { ReadList } from '#src/offline/use-list.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { CardGridProps } from './card-grid.tsx'
import { CardSkeletons } from './list-skeleton.tsx'

interface ListPlaceholderProps<Row> extends Pick<CardGridProps<Row>, 'cardHeight' | 'cardWidth'> {
  readonly list: ReadList<Row>
  readonly noun: string
  readonly isFiltered: boolean
}

const ICON = { size: 32, stroke: 1.5 }

/** What stands where the cards would be: they are coming, there are none, or why they can't be shown. */
export function ListPlaceholder<Row>({ list, noun, isFiltered, ...cards }: ListPlaceholderProps<Row>) {
  const again = (
    <Button variant="default" loading={list.isRefreshing} onClick={() => void list.refetch()}>
      Try again
    </Button>
  )
  switch (list.state) {
    case 'loading':
      return <CardSkeletons {...cards} />
    case 'not_saved':
      return (
        <EmptyState icon={<IconCloudOff {...ICON} />} title="Not saved on this device yet" action={again}>
          The server can’t be reached, and this list was not opened here before. It appears as soon as there is a
          network.
        </EmptyState>
      )
    case 'refused':
      return (
        <EmptyState isAlert icon={<IconLock {...ICON} />} title="The server refused this list" action={again}>
          {list.problem?.message}
        </EmptyState>
      )
    case 'failed':
      return (
        <EmptyState
          isAlert
          icon={<IconAlertTriangle {...ICON} />}
          title={`The ${noun}s could not be loaded`}
          action={again}
        >
          {list.problem?.message}
        </EmptyState>
      )
    case 'ready':
      return (
        <EmptyState icon={<IconListSearch {...ICON} />} title={`No ${noun}s`}>
          {isFiltered ? `No ${noun} fits the filter. Choose All to see everyone.` : `There is no ${noun} yet.`}
        </EmptyState>
      )
  }
}
