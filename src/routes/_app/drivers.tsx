import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { view } from '#contract/wire/access.ts'
import { unlessHere, whenAllowed } from '#src/app/page-access.ts'
import { driverCardSize } from '#src/areas/drivers/list/driver-card-size.ts'
import { DriverListPage } from '#src/areas/drivers/list/driver-list-page.tsx'
import { DRIVER_DEFAULTS, driverSearch } from '#src/areas/drivers/list/driver-search.ts'
import { ListSkeleton } from '#src/list/list-skeleton.tsx'
import { prefetch } from '#src/offline/reading/declared-query.ts'
import { useCan } from '#src/session/use-can.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { NoWeekSkeleton, WeekSkeleton } from '#src/ui/page/week-skeleton.tsx'

const needs = { access: view('drivers'), refusal: 'Permission for drivers view required' }

/** Loaded when a card is opened: most visits only read the list. */
const DriverWeek = lazyPart(() => import('#src/areas/schedule/driver-week.tsx').then((part) => part.DriverWeek))

export const Route = createFileRoute('/_app/drivers')({
  staticData: { title: 'Drivers', needs },
  validateSearch: driverSearch,
  search: { middlewares: [stripSearchParams(DRIVER_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) =>
    whenAllowed(needs.access, () =>
      unlessHere(cause, async () => {
        // Loaded with the page.
        const { driverList } = await import('#src/areas/drivers/driver-queries.ts')
        await prefetch(driverList(deps))
      }),
    ),
  pendingComponent: () => <ListSkeleton title="Drivers" {...driverCardSize} />,
  component: DriversRoute,
})

function DriversRoute() {
  const navigate = Route.useNavigate()
  const canSeeWeeks = useCan(view('schedule'))
  return (
    <DriverListPage
      choice={Route.useSearch()}
      onChoose={(choice, how) => void navigate({ search: choice, ...how })}
      week={(driver) => <DriverWeek driver={driver} meanwhile={canSeeWeeks ? <WeekSkeleton /> : <NoWeekSkeleton />} />}
    />
  )
}
