import { type ReactNode, useMemo, useState } from 'react'
import {
  DISPATCHER_DUTIES,
  type DispatcherOrdering,
  type DispatcherStatus,
  dispatcherKind,
} from '#contract/people/dispatcher-choices.ts'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import { administrator } from '#contract/wire/access.ts'
import { ListPage } from '#src/list/list-page.tsx'
import { useOpened } from '#src/list/opened-rows.ts'
import { sortChoices } from '#src/list/sort-choices.ts'
import { useList } from '#src/offline/reading/use-list.ts'
import { useCan } from '#src/session/use-can.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import type { Choice } from '#src/ui/status/radio-menu.tsx'
import { DispatcherCard } from './dispatcher-card.tsx'
import { dispatcherCardSize, dispatcherLineHeight } from './dispatcher-card-size.ts'
import { DispatcherLine } from './dispatcher-line.tsx'
import { dispatcherList } from './dispatcher-queries.ts'
import type { DispatcherChoice } from './dispatcher-search.ts'
import { RevenueWeeks } from './revenue-weeks.tsx'
import { type Revenue, useRevenue } from './use-revenue.ts'

const DriversDialog = lazyPart(() => import('./drivers/drivers-dialog.tsx').then((module) => module.DriversDialog))

const SORTS = sortChoices<DispatcherOrdering>({
  'first_name,last_name': 'Name',
  status: 'Status',
})
const FILTERS: readonly Choice<DispatcherStatus | ''>[] = [{ value: '', title: 'All' }, ...DISPATCHER_DUTIES]

interface DispatcherListPageProps {
  readonly choice: DispatcherChoice
  /** `replace`: replaces the current entry of the browser's history, as each letter of a search does. */
  readonly onChoose: (choice: DispatcherChoice, how?: { readonly replace: boolean }) => void
  /** Renders the dispatcher's drivers with their week of the schedule, in the expanded card. */
  readonly team: (dispatcher: Dispatcher) => ReactNode
}

/** The list of dispatchers with their status and drivers. Each card expands to the drivers' week. */
export function DispatcherListPage(props: DispatcherListPageProps) {
  return useCan(administrator) ? <WithRevenue {...props} /> : <Dispatchers {...props} revenue={null} />
}

/** The same with revenue. */
function WithRevenue(props: DispatcherListPageProps) {
  return <Dispatchers {...props} revenue={useRevenue()} />
}

const { keyOf } = dispatcherKind

function Dispatchers({
  choice,
  onChoose,
  team,
  revenue,
}: DispatcherListPageProps & { readonly revenue: Revenue | null }) {
  const { sort, filter, find } = choice
  const query = useMemo(() => dispatcherList({ sort, filter, find }), [sort, filter, find])
  const list = useList(query, { keepsFormer: true })
  const [opened, toggle] = useOpened('dispatchers')
  const [choosing, setChoosing] = useState<Dispatcher | null>(null)
  const row = (dispatcher: Dispatcher) => ({
    dispatcher,
    isExpanded: opened.has(keyOf(dispatcher)),
    onToggle: toggle,
    onDrivers: setChoosing,
    team,
    revenue: revenue?.amountOf(dispatcher.id),
  })
  return (
    <>
      <ListPage
        title="Dispatchers"
        noun="dispatcher"
        list={list}
        legend={DISPATCHER_DUTIES}
        sort={{ value: sort, choices: SORTS, onChoose: (value) => onChoose({ ...choice, sort: value }) }}
        filter={{ value: filter, choices: FILTERS, onChoose: (value) => onChoose({ ...choice, filter: value }) }}
        find={{ value: find, onFind: (text) => onChoose({ ...choice, find: text }, { replace: true }) }}
        onClear={() => onChoose({ ...choice, filter: '', find: '' })}
        actions={revenue === null ? null : <RevenueWeeks revenue={revenue} />}
        keyOf={keyOf}
        wide={opened}
        {...dispatcherCardSize}
        card={(dispatcher) => <DispatcherCard {...row(dispatcher)} />}
        compact={{
          cardHeight: dispatcherLineHeight,
          card: (dispatcher) => <DispatcherLine {...row(dispatcher)} />,
        }}
      />
      {choosing === null ? null : <DriversDialog dispatcher={choosing} onClose={() => setChoosing(null)} />}
    </>
  )
}
