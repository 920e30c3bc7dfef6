import { Button } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import { CardSkeletons, type CardSkeletonsProps } from './list-skeleton.tsx'
import { ICON, ReadingPlaceholder } from './reading-placeholder.tsx'

/** The active filter and search in words; empty for none. */
interface Narrowing {
  readonly filter: string
  readonly find: string
}

interface ListPlaceholderProps<Row> extends CardSkeletonsProps {
  readonly list: ReadList<Row>
  readonly noun: string
  /** Shown when there are no rows at all. By default: "There is no driver yet." */
  readonly nothing?: string | undefined
  readonly narrowed: Narrowing
  readonly onClear: () => void
}

/** Takes the place of the cards: skeletons while they load, or the reason why there are none. */
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

/** The list is empty, or nothing matches the filter and the search. */
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
