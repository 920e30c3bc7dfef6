import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { ROLE_TITLES, type UserOrdering } from '#contract/people/user-choices.ts'
import { type User, userKind } from '#contract/people/users.ts'
import type { Role } from '#contract/wire/access.ts'
import { ListPage } from '#src/list/list-page.tsx'
import { sortChoices } from '#src/list/sort-choices.ts'
import { useList } from '#src/offline/reading/use-list.ts'
import { useSession } from '#src/session/session.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import type { Choice } from '#src/ui/status/radio-menu.tsx'
import { changeRole, roleChange } from './changes/user-acts.ts'
import { UserCard } from './user-card.tsx'
import { userCardSize } from './user-card-size.ts'
import { userList } from './user-queries.ts'
import { FILTER_ROLES, type UserChoice } from './user-search.ts'

const NewUserDialog = lazyPart(() => import('./form/new-user-dialog.tsx').then((module) => module.NewUserDialog))
const RoleQuestion = lazyPart(() => import('./form/role-question.tsx').then((module) => module.RoleQuestion))
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))

const SORTS = sortChoices<UserOrdering>({
  'first_name,last_name': 'Name',
  role: 'Role',
  '-id': 'Newest',
})
const FILTERS: readonly Choice<UserChoice['filter']>[] = [
  { value: '', title: 'All' },
  ...FILTER_ROLES.map((value) => ({ value, title: ROLE_TITLES[value] })),
]

/** The open dialog of the page. */
type UserDialog =
  | { readonly is: 'new' }
  | { readonly is: 'role'; readonly user: User; readonly to: Role }
  | { readonly is: 'delete'; readonly user: User }

interface UserListPageProps {
  readonly choice: UserChoice
  readonly onChoose: (choice: UserChoice) => void
}

const isSame = (user: User) => (row: User) => userKind.keyOf(row) === userKind.keyOf(user)

/** The list of all users with contacts and roles. */
export function UserListPage({ choice, onChoose }: UserListPageProps) {
  const { sort, filter } = choice
  const list = useList(
    useMemo(() => userList({ sort, filter }), [sort, filter]),
    { keepsFormer: true },
  )
  const { user: oneself } = useSession()
  const [asking, setAsking] = useState<UserDialog | null>(null)
  const askRole = useCallback((user: User, to: Role) => setAsking({ is: 'role', user, to }), [])
  const askDelete = useCallback((user: User) => setAsking({ is: 'delete', user }), [])
  const close = () => setAsking(null)
  return (
    <>
      <ListPage
        title="All users"
        noun="user"
        list={list}
        sort={{ value: sort, choices: SORTS, onChoose: (value) => onChoose({ sort: value, filter }) }}
        filter={{ value: filter, choices: FILTERS, onChoose: (value) => onChoose({ sort, filter: value }) }}
        actions={
          <>
            <Button size="compact-md" variant="default" renderRoot={(props) => <Link to="/security" {...props} />}>
              Security log
            </Button>
            <Button
              size="compact-md"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setAsking({ is: 'new' })}
            >
              Add user
            </Button>
          </>
        }
        keyOf={userKind.keyOf}
        {...userCardSize}
        card={(user) => (
          <UserCard user={user} isOneself={user.id === oneself?.id} onRole={askRole} onDelete={askDelete} />
        )}
      />
      {asking?.is === 'new' ? <NewUserDialog onClose={close} /> : null}
      {asking?.is === 'role' ? (
        <RoleQuestion
          user={asking.user}
          to={roleChange(asking.to)}
          onConfirm={() => void changeRole(asking.user, asking.to).catch(toastFailure)}
          onClose={close}
        />
      ) : null}
      {asking?.is === 'delete' ? (
        <DeleteDialog user={list.rows.find(isSame(asking.user)) ?? asking.user} onClose={close} />
      ) : null}
    </>
  )
}
