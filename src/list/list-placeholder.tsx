import { Button } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import { CardSkeletons, type CardSkeletonsProps } from './list-skeleton.tsx'
import { ICON, ReadingPlaceholder } from './reading-placeholder.tsx'

/** What a list is narrowed to, in words; empty for nothing. */
interface Narrowed {
  readonly filter: string
  readonly find: string
}

interface ListPlaceholderProps<Row> extends CardSkeletonsProps {
  readonly list: ReadList<Row>
  readonly noun: string
  /** Said where there is none at all; unless given, that there is no such yet. */
  readonly nothing?: string | undefined
  readonly narrowed: Narrowed
  readonly onClear: () => void
}

/** What stands where the cards would be: they are coming, there are none, or why they can't be shown. */
export function ListPlaceholder<Row>({ list, noun, nothing, narrowed, onClear, ...cards }: ListPlaceholderProps<Row>) {
  return (
    <ReadingPlaceholder
      list={list}
      what="list"
      subject={`The ${noun}s`}
      loading={<CardSkeletons {...cards} />}
      nothing={<Nothing {...{ noun, nothing, narrowed, onClear }} />}
    />
  )
}

type NothingProps = Pick<ListPlaceholderProps<unknown>, 'noun' | 'nothing' | 'narrowed' | 'onClear'>

/** There are none, or none that are looked for. */
function Nothing({ noun, nothing, narrowed: { filter, find }, onClear }: NothingProps) {
  const looked = [find && `“${find}”`, filter].filter(Boolean).join(' and ')
  const all = find === '' ? 'filter' : filter === '' ? 'search' : 'search and the filter'
  const action = looked === '' ? undefined : <ClearButton label={`Clear the ${all}`} onClear={onClear} />
  return (
    <EmptyState icon={<IconListSearch {...ICON} />} title={`No ${noun}s`} action={action}>
      {looked === '' ? (nothing ?? `There is no ${noun} yet.`) : `No ${noun} fits ${looked}.`}
    </EmptyState>
  )
}

function ClearButton({ label, onClear }: { readonly label: string; readonly onClear: () => void }) {
  return (
    <Button variant="default" onClick={onClear}>
      {label}
    </Button>
  )
}
