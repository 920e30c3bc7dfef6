import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { administrator } from '#contract/wire/access.ts'
import { unlessHere, whenAllowed } from '#src/app/page-access.ts'
import { userCardSize } from '#src/areas/users/user-card-size.ts'
import { UserListPage } from '#src/areas/users/user-list-page.tsx'
import { USER_DEFAULTS, userSearch } from '#src/areas/users/user-search.ts'
import { ListSkeleton } from '#src/list/list-skeleton.tsx'
import { prefetch } from '#src/offline/reading/declared-query.ts'

const needs = { access: administrator, refusal: 'Only an administrator can see all users' }

export const Route = createFileRoute('/_app/users/')({
  staticData: { title: 'All users', needs },
  validateSearch: userSearch,
  search: { middlewares: [stripSearchParams(USER_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) =>
    whenAllowed(needs.access, () =>
      unlessHere(cause, async () => {
        // Loaded with the page, which few users open.
        const { userList } = await import('#src/areas/users/user-queries.ts')
        await prefetch(userList(deps))
      }),
    ),
  pendingComponent: () => <ListSkeleton title="All users" {...userCardSize} />,
  component: UsersRoute,
})

function UsersRoute() {
  const navigate = Route.useNavigate()
  return <UserListPage choice={Route.useSearch()} onChoose={(choice) => void navigate({ search: choice })} />
}
