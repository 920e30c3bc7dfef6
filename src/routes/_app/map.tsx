import { createFileRoute, stripSearchParams, useRouter } from '@tanstack/react-router'
import { MAP_ACCESS } from '#contract/wire/access.ts'
import { unlessHere, whenAllowed } from '#src/app/page-access.ts'
import type { ChangeSearch } from '#src/boards/map/board-parts.ts'
import { MapPage } from '#src/boards/map/map-page.tsx'
import { MAP_DEFAULTS, mapSearch } from '#src/boards/map/map-search.ts'

const needs = { access: MAP_ACCESS, refusal: 'Permission for map view required' }

export const Route = createFileRoute('/_app/map')({
  staticData: { title: 'Map', needs },
  validateSearch: mapSearch,
  search: { middlewares: [stripSearchParams(MAP_DEFAULTS)] },
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ deps, cause }) =>
    whenAllowed(needs.access, () =>
      unlessHere(cause, async () => {
        // Loaded with the page.
        const { loadMap } = await import('#src/boards/map/load-map.ts')
        await loadMap(deps.tab)
      }),
    ),
  component: MapRoute,
})

function MapRoute() {
  const navigate = Route.useNavigate()
  const router = useRouter()
  const change: ChangeSearch = (changed, how) => {
    // A map that still moves must not interrupt the navigation to another page.
    if (router.latestLocation.pathname.replace(/\/$/, '') !== '/map') return
    const changeOf = typeof changed === 'function' ? changed : () => changed
    void navigate({ search: (previous) => ({ ...previous, ...changeOf(previous) }), resetScroll: false, ...how })
  }
  return <MapPage search={Route.useSearch()} onChange={change} />
}
