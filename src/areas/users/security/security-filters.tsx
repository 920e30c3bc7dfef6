import { SECURITY_KINDS, type SecurityKind } from '#contract/session/security.ts'
import { FilterBar } from '#src/list/filter/filter-field.tsx'
import { FilterMenu } from '#src/list/filter/filter-menu.tsx'
import { DateSearch } from '#src/ui/date-selector/date-search.tsx'
import { searchedDates } from '#src/ui/date-selector/searched-dates.ts'
import type { Choice } from '#src/ui/status/radio-menu.tsx'
import { type Person, PersonFilter } from './person-filter.tsx'
import type { SecurityFilter } from './security-filter.ts'
import type { SecuritySearch } from './security-search.ts'

const KINDS: readonly Choice<SecurityKind | ''>[] = [
  { value: '', title: 'All' },
  ...Object.entries(SECURITY_KINDS).map(([value, title]) => ({ value: value as SecurityKind, title })),
]

interface SecurityFiltersProps {
  readonly search: SecuritySearch
  /** The valid part of the URL. */
  readonly filter: SecurityFilter
  readonly person: Person | null
  readonly onSearch: (search: SecuritySearch) => void
}

/** The filters of the log. */
export function SecurityFilters({ search, filter, person, onSearch }: SecurityFiltersProps) {
  const { kind = '' } = filter
  return (
    <FilterBar>
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
      <FilterMenu
        label="Event"
        value={kind}
        choices={KINDS}
        onChoose={(value) => onSearch({ ...search, kind: value })}
      />
      <PersonFilter person={person} onChoose={(id) => onSearch({ ...search, user: id })} />
    </FilterBar>
  )
}
