import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Driver, DriverOrdering } from '#contract/drivers.ts'
import { DUTY_STATUSES, type DutyStatus } from '#contract/duty.ts'
import { ListPage } from '#src/list/list-page.tsx'
import { useList } from '#src/offline/use-list.ts'
import type { Choice } from '#src/ui/radio-menu.tsx'
import { DriverCard } from './driver-card.tsx'
import { driverCardSize } from './driver-card-size.ts'
import { driverList } from './driver-queries.ts'
import type { DriverChoice } from './driver-search.ts'

const SORTS: readonly Choice<DriverOrdering>[] = [
  { value: 'first_name,last_name', title: 'Name' },
  { value: 'dispatcher', title: 'Dispatcher' },
  { value: 'status', title: 'Status' },
]
const FILTERS: readonly Choice<DutyStatus | ''>[] = [{ value: '', title: 'All' }, ...DUTY_STATUSES]

interface DriverListPageProps {
  readonly choice: DriverChoice
  readonly onChoose: (choice: DriverChoice) => void
  /** A driver's week of the schedule, shown in the expanded card. */
  readonly week: (driver: Driver) => ReactNode
}

const keyOf = (driver: Driver) => `${driver.id}`

/** The drivers: who they are, where they stand, what they drive; each opens to his week and papers. */
export function DriverListPage({ choice, onChoose, week }: DriverListPageProps) {
  const { sort, filter } = choice
  const list = useList(useMemo(() => driverList({ sort, filter }), [sort, filter]))
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback((id: number) => {
    setExpanded((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  return (
    <ListPage
      title="Drivers"
      noun="driver"
      list={list}
      legend={DUTY_STATUSES}
      sort={{ value: sort, choices: SORTS, onChoose: (value) => onChoose({ sort: value, filter }) }}
      filter={{ value: filter, choices: FILTERS, onChoose: (value) => onChoose({ sort, filter: value }) }}
      keyOf={keyOf}
      isWide={(driver) => expanded.has(driver.id)}
      {...driverCardSize}
      card={(driver) => (
        <DriverCard driver={driver} isExpanded={expanded.has(driver.id)} onToggle={toggle} week={week} />
      )}
    />
  )
}
