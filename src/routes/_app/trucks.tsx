import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { view } from '#contract/wire/access.ts'
import { unlessHere, whenAllowed } from '#src/app/page-access.ts'
import { unitCardSize } from '#src/areas/units/list/unit-card-size.ts'
import { UnitListPage } from '#src/areas/units/list/unit-list-page.tsx'
import { UNIT_DEFAULTS, unitSearch } from '#src/areas/units/list/unit-search.ts'
import { ListSkeleton } from '#src/list/list-skeleton.tsx'
import { prefetch } from '#src/offline/reading/declared-query.ts'

const needs = { access: view('trucks'), refusal: 'Permission for trucks view required' }

export const Route = createFileRoute('/_app/trucks')({
  staticData: { title: 'Trucks', needs },
  validateSearch: unitSearch,
  search: { middlewares: [stripSearchParams(UNIT_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) =>
    whenAllowed(needs.access, () =>
      unlessHere(cause, async () => {
        // Loaded with the page.
        const { unitRowList } = await import('#src/areas/units/unit-queries.ts')
        await prefetch(unitRowList('truck', deps))
      }),
    ),
  pendingComponent: () => <ListSkeleton title="Trucks" {...unitCardSize} />,
  component: TrucksRoute,
})

function TrucksRoute() {
  const navigate = Route.useNavigate()
  return (
    <UnitListPage
      kind="truck"
      choice={Route.useSearch()}
      onChoose={(choice, how) => void navigate({ search: choice, ...how })}
    />
  )
}
