import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { view } from '#contract/wire/access.ts'
import { unlessHere, whenAllowed } from '#src/app/page-access.ts'
import { dispatcherCardSize } from '#src/areas/dispatchers/dispatcher-card-size.ts'
import { DispatcherListPage } from '#src/areas/dispatchers/dispatcher-list-page.tsx'
import { DISPATCHER_DEFAULTS, dispatcherSearch } from '#src/areas/dispatchers/dispatcher-search.ts'
import { ListSkeleton } from '#src/list/list-skeleton.tsx'
import { prefetch } from '#src/offline/reading/declared-query.ts'
import { useCan } from '#src/session/use-can.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { NamedWeeksSkeleton, NoWeekSkeleton } from '#src/ui/page/week-skeleton.tsx'

const needs = { access: view('dispatchers'), refusal: 'Permission for dispatchers view required' }

/** Loaded when a card is opened: most visits only read the list. */
const TeamWeek = lazyPart(() => import('#src/areas/schedule/team-week.tsx').then((part) => part.TeamWeek))

export const Route = createFileRoute('/_app/dispatchers')({
  staticData: { title: 'Dispatchers', needs },
  validateSearch: dispatcherSearch,
  search: { middlewares: [stripSearchParams(DISPATCHER_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) =>
    whenAllowed(needs.access, () =>
      unlessHere(cause, async () => {
        // Loaded with the page.
        const { dispatcherList } = await import('#src/areas/dispatchers/dispatcher-queries.ts')
        await prefetch(dispatcherList(deps))
      }),
    ),
  pendingComponent: () => <ListSkeleton title="Dispatchers" {...dispatcherCardSize} />,
  component: DispatchersRoute,
})

function DispatchersRoute() {
  const navigate = Route.useNavigate()
  const canSeeWeeks = useCan(view('schedule'))
  return (
    <DispatcherListPage
      choice={Route.useSearch()}
      onChoose={(choice, how) => void navigate({ search: choice, ...how })}
      team={(dispatcher) => (
        <TeamWeek
          dispatcher={dispatcher}
          meanwhile={canSeeWeeks ? <NamedWeeksSkeleton count={dispatcher.drivers.length} /> : <NoWeekSkeleton />}
        />
      )}
    />
  )
}
