import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { view } from '#contract/wire/access.ts'
import { unlessHere, whenAllowed } from '#src/app/page-access.ts'
import { unitCardSize } from '#src/areas/units/list/unit-card-size.ts'
import { UnitListPage } from '#src/areas/units/list/unit-list-page.tsx'
import { UNIT_DEFAULTS, unitSearch } from '#src/areas/units/list/unit-search.ts'
import { ListSkeleton } from '#src/list/list-skeleton.tsx'
import { prefetch } from '#src/offline/reading/declared-query.ts'

const needs = { access: view('trailers'), refusal: 'Permission for trailers view required' }

export const Route = createFileRoute('/_app/trailers')({
  staticData: { title: 'Trailers', needs },
  validateSearch: unitSearch,
  search: { middlewares: [stripSearchParams(UNIT_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) =>
    whenAllowed(needs.access, () =>
      unlessHere(cause, async () => {
        // Loaded with the page.
        const { unitRowList } = await import('#src/areas/units/unit-queries.ts')
        await prefetch(unitRowList('trailer', deps))
      }),
    ),
  pendingComponent: () => <ListSkeleton title="Trailers" {...unitCardSize} />,
  component: TrailersRoute,
})

function TrailersRoute() {
  const navigate = Route.useNavigate()
  return (
    <UnitListPage
      kind="trailer"
      choice={Route.useSearch()}
      onChoose={(choice, how) => void navigate({ search: choice, ...how })}
    />
  )
}
