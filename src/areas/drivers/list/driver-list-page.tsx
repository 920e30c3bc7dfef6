import { type ReactNode, useMemo } from 'react'
import { type DriverOrdering, DUTY_STATUSES, type DutyStatus } from '#contract/people/driver-choices.ts'
import { type Driver, driverKind } from '#contract/people/drivers.ts'
import { ListPage } from '#src/list/list-page.tsx'
import { useOpened } from '#src/list/opened-rows.ts'
import { sortChoices } from '#src/list/sort-choices.ts'
import { useList } from '#src/offline/reading/use-list.ts'
import type { Choice } from '#src/ui/status/radio-menu.tsx'
import { driverList } from '../driver-queries.ts'
import { DriverCard } from './driver-card.tsx'
import { driverCardSize, driverLineHeight } from './driver-card-size.ts'
import { DriverLine } from './driver-line.tsx'
import type { DriverChoice } from './driver-search.ts'

const SORTS = sortChoices<DriverOrdering>({
  'first_name,last_name': 'Name',
  dispatcher: 'Dispatcher',
  status: 'Status',
})
const FILTERS: readonly Choice<DutyStatus | ''>[] = [{ value: '', title: 'All' }, ...DUTY_STATUSES]

interface DriverListPageProps {
  readonly choice: DriverChoice
  /** `replace`: replaces the current entry of the browser's history, as each letter of a search does. */
  readonly onChoose: (choice: DriverChoice, how?: { readonly replace: boolean }) => void
  /** Renders a driver's week of the schedule, in the expanded card. */
  readonly week: (driver: Driver) => ReactNode
}

const { keyOf } = driverKind

/** The list of drivers with status and units. Each card expands to the driver's week and papers. */
export function DriverListPage({ choice, onChoose, week }: DriverListPageProps) {
  const { sort, filter, find } = choice
  const query = useMemo(() => driverList({ sort, filter, find }), [sort, filter, find])
  const list = useList(query, { keepsFormer: true })
  const [opened, toggle] = useOpened('drivers')
  const row = (driver: Driver) => ({ driver, isExpanded: opened.has(keyOf(driver)), onToggle: toggle, week })
  return (
    <ListPage
      title="Drivers"
      noun="driver"
      list={list}
      legend={DUTY_STATUSES}
      sort={{ value: sort, choices: SORTS, onChoose: (value) => onChoose({ ...choice, sort: value }) }}
      filter={{ value: filter, choices: FILTERS, onChoose: (value) => onChoose({ ...choice, filter: value }) }}
      find={{ value: find, onFind: (text) => onChoose({ ...choice, find: text }, { replace: true }) }}
      onClear={() => onChoose({ ...choice, filter: '', find: '' })}
      keyOf={keyOf}
      wide={opened}
      {...driverCardSize}
      card={(driver) => <DriverCard {...row(driver)} />}
      compact={{ cardHeight: driverLineHeight, card: (driver) => <DriverLine {...row(driver)} /> }}
    />
  )
}
