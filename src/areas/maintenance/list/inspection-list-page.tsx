import { useCallback, useMemo } from 'react'
import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import { type Inspection, inspectionKind, recordRefOf } from '#contract/maintenance/inspections.ts'
import { AddInspection } from '#src/areas/maintenance/new/add-inspection.tsx'
import { ListPage } from '#src/list/list-page.tsx'
import { useSelection } from '#src/list/selection.ts'
import { useList } from '#src/offline/reading/use-list.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { TabList, tabIdOf } from '#src/ui/page/tab-list.tsx'
import { useToday } from '#src/ui/use-now.ts'
import { inspectionList } from '../inspection-queries.ts'
import { isNarrowed, parseInspectionAddress, withoutFilters } from './inspection-filter.ts'
import { InspectionFilters } from './inspection-filters.tsx'
import { InspectionHead } from './inspection-head.tsx'
import { InspectionLine } from './inspection-line.tsx'
import { inspectionLineSize } from './inspection-line-size.ts'
import type { InspectionSearch } from './inspection-search.ts'
import { SelectedBar } from './selected-bar.tsx'
import { useUpcomingCount } from './upcoming-count.ts'

const InspectionPanel = lazyPart(() =>
  import('#src/areas/maintenance/detail/inspection-panel.tsx').then((module) => module.InspectionPanel),
)

const PANEL_ID = 'inspections-panel'
const EMPTY_TEXTS: Readonly<Record<InspectionTab, string>> = {
  '': 'There is no inspection yet.',
  upcoming: 'No work is due.',
  history: 'Nothing is done and approved yet.',
}

interface InspectionListPageProps {
  readonly search: InspectionSearch
  readonly onSearch: (search: InspectionSearch) => void
  /** Opens an inspection; '' leads to the list. */
  readonly onOpen: (ref: string) => void
}

const { keyOf } = inspectionKind

/**
 * The maintenance page with three tabs: all inspections, upcoming work, and finished work. Selected inspections can be
 * saved as CSV. One inspection can be open next to the list.
 */
export function InspectionListPage({ search, onSearch, onOpen }: InspectionListPageProps) {
  const { tab, filter, open, requestedReport } = parseInspectionAddress(search)
  const today = useToday()
  const list = useList(inspectionList(filter, today), { keepsFormer: true })
  const { keys, selected, onTick, clear } = useTicks(tab, list.rows)
  const openRow = useCallback((row: Inspection) => onOpen(`${recordRefOf(row)}`), [onOpen])
  const line = (row: Inspection) => (
    <InspectionLine
      {...{ row, tab, onOpen: openRow, onTick }}
      isOpen={open !== '' && (open === row.client_id || open === `${row.id}`)}
      isSelected={tab === '' ? keys.has(keyOf(row)) : null}
    />
  )
  const tools = (
    <>
      <InspectionTabs tab={tab} onTab={(to) => onSearch({ ...search, tab: to })} />
      <small>This page is still under construction</small>
      {selected.length > 0 ? (
        <SelectedBar rows={selected} onClear={clear} />
      ) : (
        <InspectionFilters {...{ search, filter, onSearch, rows: list.rows }} />
      )}
    </>
  )
  return (
    <>
      <ListPage
        title="Maintenance"
        noun="inspection"
        list={list}
        narrowed={isNarrowed(filter) ? 'these filters' : ''}
        onClear={() => onSearch(withoutFilters(search))}
        actions={
          <AddInspection requestedReport={requestedReport} onRequestClosed={() => onSearch({ ...search, add: '' })} />
        }
        own={{
          shown: JSON.stringify(filter),
          tools,
          head: <InspectionHead tab={tab} hasTicks={tab === ''} />,
          nothing: EMPTY_TEXTS[tab],
          panel: { id: PANEL_ID, labelledBy: tabIdOf(PANEL_ID, tab) },
        }}
        keyOf={keyOf}
        {...inspectionLineSize}
        card={line}
      />
      {open === '' ? null : <InspectionPanel {...{ id: open, tab, onList: () => onOpen('') }} />}
    </>
  )
}

/** The selected rows. A change of the tab clears the selection. */
function useTicks(tab: InspectionTab, rows: readonly Inspection[]) {
  const { keys, tick, clear } = useSelection(tab)
  // Selected rows that have left the list no longer count.
  const selected = useMemo(() => (keys.size === 0 ? [] : rows.filter((row) => keys.has(keyOf(row)))), [keys, rows])
  const onTick = useCallback((key: string, isRange: boolean) => tick(key, isRange, () => rows.map(keyOf)), [tick, rows])
  return { keys, selected, onTick, clear }
}

function InspectionTabs({ tab, onTab }: { readonly tab: InspectionTab; readonly onTab: (tab: InspectionTab) => void }) {
  const count = useUpcomingCount()
  const tabs = [
    { value: '', title: 'Inspections' },
    { value: 'upcoming', title: 'Upcoming', count },
    { value: 'history', title: 'History' },
  ] as const
  return <TabList label="Inspections" tabs={tabs} value={tab} onChoose={onTab} panelId={PANEL_ID} />
}
