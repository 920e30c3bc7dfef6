import type { InspectionFilter } from '#contract/maintenance/inspection-lists.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import {
  REPORT_TYPES,
  type ReportType,
  SERVICE_FILTERS,
  type ServiceFilter,
} from '#contract/maintenance/maintenance-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import { CheckList } from '#src/list/filter/check-list.tsx'
import { FilterChecks } from '#src/list/filter/filter-checks.tsx'
import { FilterBar } from '#src/list/filter/filter-field.tsx'
import { FilterMenu } from '#src/list/filter/filter-menu.tsx'
import { fleetManagerNames } from '#src/lookups/fleet-managers-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { DateSearch } from '#src/ui/date-selector/date-search.tsx'
import { searchedDates } from '#src/ui/date-selector/searched-dates.ts'
import type { Choice } from '#src/ui/status/radio-menu.tsx'
import { inspectedUnits } from '../inspected-unit-queries.ts'
import { type InspectionFilterName, TAB_FILTERS } from './inspection-filter.ts'
import type { InspectionSearch } from './inspection-search.ts'

const choices = <Value extends string>(all: string, pairs: readonly (readonly [Value, string])[]) => [
  { value: '' as const, title: all },
  ...pairs.map(([value, title]) => ({ value, title })),
]
const REPORTS: readonly Choice<ReportType | ''>[] = choices('All Inspection Reports', REPORT_TYPES)
const SERVICES: readonly Choice<ServiceFilter | ''>[] = choices('All', SERVICE_FILTERS)

interface InspectionFiltersProps {
  readonly search: InspectionSearch
  /** The filters of the address that apply to this tab. */
  readonly filter: InspectionFilter
  /** The rows on screen. They provide the name of a fleet manager whom the address gives only as an id. */
  readonly rows: readonly Inspection[]
  readonly onSearch: (search: InspectionSearch) => void
}

/** The filters of the tab. */
export function InspectionFilters({ search, filter, rows, onSearch }: InspectionFiltersProps) {
  const { status, report_type, service_type, transport, fleet_manager } = filter
  const has = (name: InspectionFilterName) => TAB_FILTERS[status].includes(name)
  return (
    <FilterBar>
      {has('dates') ? (
        <DateSearch
          dates={searchedDates(filter)}
          onChange={(dates) =>
            onSearch({
              ...search,
              date_after: dates?.startDate ?? '',
              date_before: dates?.endDate ?? dates?.startDate ?? '',
            })
          }
        />
      ) : null}
      <VehicleFilter chosen={transport} onSave={(ids) => onSearch({ ...search, vehicles: ids.join(',') })} />
      {has('report_type') ? (
        <FilterMenu
          label="Report Types"
          value={report_type}
          choices={REPORTS}
          onChoose={(value) => onSearch({ ...search, report_type: value })}
        />
      ) : null}
      <FilterMenu
        label="Service Type"
        value={service_type}
        choices={SERVICES}
        onChoose={(value) => onSearch({ ...search, service_type: value })}
      />
      {has('managers') ? (
        <ManagerFilter
          rows={rows}
          chosen={fleet_manager.map(String)}
          onSave={(ids) => onSearch({ ...search, managers: ids.join(',') })}
        />
      ) : null}
    </FilterBar>
  )
}

interface SeveralProps {
  readonly chosen: readonly string[]
  readonly onSave: (ids: readonly string[]) => void
}

/** "All", the name of the only chosen item, or the number of chosen items. */
const chosenWords = (chosen: readonly string[], nameOf: (id: string) => string | undefined) =>
  chosen.length === 0
    ? 'All'
    : chosen.length === 1
      ? (nameOf(chosen[0] ?? '') ?? '1 chosen')
      : `${chosen.length} chosen`

function VehicleFilter({ chosen, onSave }: SeveralProps) {
  return (
    <FilterChecks label="Vehicles & Assets" chosen={chosenWords(chosen, (id) => id)} onSave={onSave}>
      {(save) => <VehicleChecks chosen={chosen} onSave={save} />}
    </FilterChecks>
  )
}

function VehicleChecks(checks: SeveralProps) {
  const list = useAllRows(inspectedUnits)
  const units = list.rows.map(({ id, kind }) => ({ value: id, title: kind === 'trailer' ? `${id} (asset)` : id }))
  return <CheckList label="Vehicles & Assets" list={list} choices={units} {...checks} />
}

function ManagerFilter({ rows, chosen, onSave }: SeveralProps & { readonly rows: readonly Inspection[] }) {
  const nameOf = (id: string) => {
    const manager = rows.find(({ fleet_manager }) => `${fleet_manager?.id}` === id)?.fleet_manager
    return manager ? fullName(manager) : undefined
  }
  return (
    <FilterChecks label="Fleet Manager" chosen={chosenWords(chosen, nameOf)} onSave={onSave}>
      {(save) => <ManagerChecks chosen={chosen} onSave={save} />}
    </FilterChecks>
  )
}

function ManagerChecks(checks: SeveralProps) {
  const list = useAllRows(fleetManagerNames)
  const managers = list.rows.map(({ user }) => ({ value: `${user.id}`, title: fullName(user) }))
  return <CheckList label="Fleet Manager" list={list} choices={managers} {...checks} />
}
