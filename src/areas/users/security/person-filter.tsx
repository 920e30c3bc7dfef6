import type { SecurityEvent } from '#contract/session/security.ts'
import { PickList } from '#src/form/pick/pick-list.tsx'
import { FilterChecks } from '#src/list/filter/filter-checks.tsx'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { userList } from '../user-queries.ts'
import { USER_DEFAULTS } from '../user-search.ts'
import { personChoices } from './person-choices.ts'
import { securityList } from './security-queries.ts'

const EVERYBODY = { value: '', title: 'Everybody' }

interface PersonFilterProps {
  /** The person whose events are shown; null for all. */
  readonly person: Person | null
  readonly onChoose: (user: number) => void
}

export interface Person {
  readonly id: number
  readonly name: string
}

export function PersonFilter({ person, onChoose }: PersonFilterProps) {
  return (
    <FilterChecks
      label="Person"
      chosen={person?.name ?? EVERYBODY.title}
      onSave={([first]) => onChoose(Number(first ?? 0))}
    >
      {(save) => <People picked={`${person?.id ?? ''}`} onPick={(value) => save([value])} />}
    </FilterChecks>
  )
}

function People({ picked, onPick }: { readonly picked: string; readonly onPick: (value: string) => void }) {
  const { people, isLoading } = usePeople(true)
  // Waits for both lists: a list that grows while it has the focus loses typed text.
  if (isLoading) return <p role="status">Loading...</p>
  return (
    <PickList label="Person" choices={[EVERYBODY, ...people]} picked={picked} onPick={({ value }) => onPick(value)} />
  )
}

const deletions = securityList({ kind: 'user_deleted' })

/** All users, from their page's list, and users that the log reports as deleted. */
function usePeople(isWanted: boolean) {
  const users = useAllRows(userList(USER_DEFAULTS), { isWanted })
  const deleted = useAllRows(deletions, { isWanted })
  const isLoading = users.state === 'loading' || deleted.state === 'loading'
  return { people: personChoices(users.rows, deleted.rows), isLoading }
}

/**
 * The person with an id. `rows` are the events on screen, which may name the person before the list of people is
 * loaded.
 */
export function usePerson(user: number | undefined, rows: readonly SecurityEvent[]): Person | null {
  const named = rows.flatMap(({ actor, subject }) => [actor, subject]).find((person) => person?.id === user)
  const { people } = usePeople(user !== undefined && named === undefined)
  if (user === undefined) return null
  const known = people.find(({ value }) => value === `${user}`)?.title
  return { id: user, name: named?.name || known || `User ${user}` }
}
