import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { SecurityEvent } from '#contract/security.ts'
import { PickList } from '#src/form/pick-list.tsx'
import { FilterChecks } from '#src/list/filter-checks.tsx'
import { useAllRows } from '#src/offline/use-all-rows.ts'
import { userList } from '../user-queries.ts'
import { USER_DEFAULTS } from '../user-search.ts'
import { personChoices } from './person-choices.ts'
import { securityList } from './security-queries.ts'

const AccountHistory = lazy(() =>
  import('./account-history.tsx').then((module) => ({ default: module.AccountHistory })),
)

const EVERYBODY = { value: '', title: 'Everybody' }

interface PersonFilterProps {
  readonly user: number | undefined
  /** What is on screen: it may name the person sooner than the list of users does. */
  readonly rows: readonly SecurityEvent[]
  readonly onChoose: (user: number) => void
}

/** Whose events are shown, and the way to what was changed of that account, also of one that is deleted. */
export function PersonFilter({ user, rows, onChoose }: PersonFilterProps) {
  const named = rows.flatMap(({ actor, subject }) => [actor, subject]).find((person) => person?.id === user)
  const people = usePeople(user !== undefined && named === undefined)
  const known = people.find(({ value }) => value === `${user}`)?.title
  const name = named?.name || known || `User ${user}`
  return (
    <>
      <FilterChecks
        label="Person"
        chosen={user === undefined ? EVERYBODY.title : name}
        onSave={([first]) => onChoose(Number(first ?? 0))}
      >
        {(save) => <People picked={user === undefined ? '' : `${user}`} onPick={(value) => save([value])} />}
      </FilterChecks>
      {user === undefined ? null : <HistoryOfAccount key={user} id={user} name={name} />}
    </>
  )
}

function People({ picked, onPick }: { readonly picked: string; readonly onPick: (value: string) => void }) {
  const people = usePeople(true)
  return (
    <PickList label="Person" choices={[EVERYBODY, ...people]} picked={picked} onPick={({ value }) => onPick(value)} />
  )
}

const deletions = securityList({ kind: 'user_deleted' })

/** All users, as their page keeps them, and those of whom the log tells that they were deleted. */
function usePeople(isWanted: boolean) {
  const users = useAllRows(userList(USER_DEFAULTS), { isWanted })
  const deleted = useAllRows(deletions, { isWanted })
  return personChoices(users.rows, deleted.rows)
}

function HistoryOfAccount({ id, name }: { readonly id: number; readonly name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
        aria-label={`History of the account of ${name}`}
        onClick={() => setIsOpen(true)}
      >
        History of the account
      </Button>
      {isOpen ? (
        <Suspense>
          <AccountHistory id={id} name={name} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
