import { fullName } from '#contract/people.ts'
import { SECURITY_KINDS, type SecurityEvent, type SecurityKind } from '#contract/security.ts'
import { PickList } from '#src/form/pick-list.tsx'
import { FilterChecks } from '#src/list/filter-checks.tsx'
import { FilterBar } from '#src/list/filter-field.tsx'
import { FilterMenu } from '#src/list/filter-menu.tsx'
import { useAllRows } from '#src/offline/use-all-rows.ts'
import { DateSearch } from '#src/ui/date-selector/date-search.tsx'
import type { Choice } from '#src/ui/radio-menu.tsx'
import { userList } from '../user-queries.ts'
import { USER_DEFAULTS } from '../user-search.ts'
import type { SecurityFilter } from './security-filter.ts'
import type { SecuritySearch } from './security-search.ts'

const KINDS: readonly Choice<SecurityKind | ''>[] = [
  { value: '', title: 'All' },
  ...Object.entries(SECURITY_KINDS).map(([value, title]) => ({ value: value as SecurityKind, title })),
]
const EVERYBODY = { value: '', title: 'Everybody' }

interface SecurityFiltersProps {
  readonly search: SecuritySearch
  /** What of the address is minded. */
  readonly filter: SecurityFilter
  /** What is on screen: a person who is deleted is called by it. */
  readonly rows: readonly SecurityEvent[]
  readonly onSearch: (search: SecuritySearch) => void
}

/** What the log can be narrowed to. */
export function SecurityFilters({ search, filter, rows, onSearch }: SecurityFiltersProps) {
  const { kind = '', user, date_after, date_before } = filter
  const first = date_after ?? date_before
  return (
    <FilterBar>
      <DateSearch
        dates={first === undefined ? null : { startDate: first, endDate: date_before ?? first }}
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
      <PersonFilter {...{ user, rows }} onChoose={(id) => onSearch({ ...search, user: id })} />
    </FilterBar>
  )
}

interface PersonFilterProps {
  readonly user: number | undefined
  readonly rows: readonly SecurityEvent[]
  readonly onChoose: (user: number) => void
}

function PersonFilter({ user, rows, onChoose }: PersonFilterProps) {
  const named = rows.flatMap(({ actor, subject }) => [actor, subject]).find((person) => person?.id === user)
  const people = usePeople(user !== undefined && named === undefined)
  const known = people.find(({ value }) => value === `${user}`)?.title
  const chosen = user === undefined ? EVERYBODY.title : (named?.name ?? known ?? `User ${user}`)
  return (
    <FilterChecks label="Person" chosen={chosen} onSave={([first]) => onChoose(Number(first ?? 0))}>
      {(save) => <People picked={user === undefined ? '' : `${user}`} onPick={(value) => save([value])} />}
    </FilterChecks>
  )
}

function People({ picked, onPick }: { readonly picked: string; readonly onPick: (value: string) => void }) {
  const people = usePeople(true)
  return (
    <PickList label="Person" choices={[EVERYBODY, ...people]} picked={picked} onPick={({ value }) => onPick(value)} />
  )
}

/** All users, as their page keeps them. */
function usePeople(isWanted: boolean) {
  const { rows } = useAllRows(userList(USER_DEFAULTS), { isWanted })
  return rows.map((user) => ({ value: `${user.id}`, title: fullName(user) }))
}
