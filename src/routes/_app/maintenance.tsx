import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { view } from '#contract/wire/access.ts'
import { unlessHere, whenAllowed } from '#src/app/page-access.ts'
import { inspectionLineSize } from '#src/areas/maintenance/list/inspection-line-size.ts'
import { InspectionListPage } from '#src/areas/maintenance/list/inspection-list-page.tsx'
import { INSPECTION_DEFAULTS, inspectionSearch } from '#src/areas/maintenance/list/inspection-search.ts'
import { ListSkeleton } from '#src/list/list-skeleton.tsx'

const needs = { access: view('maintenance'), refusal: 'Permission for maintenance view required' }

export const Route = createFileRoute('/_app/maintenance')({
  staticData: { title: 'Maintenance', needs },
  validateSearch: inspectionSearch,
  search: { middlewares: [stripSearchParams(INSPECTION_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) =>
    whenAllowed(needs.access, () =>
      unlessHere(cause, async () => {
        // Loaded with the page: other first screens do not need it.
        const { loadInspections: readyInspections } = await import('#src/areas/maintenance/list/load-inspections.ts')
        await readyInspections(deps)
      }),
    ),
  pendingComponent: () => <ListSkeleton title="Maintenance" {...inspectionLineSize} />,
  component: MaintenanceRoute,
})

function MaintenanceRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const open = useCallback(
    (ref: string) => void navigate({ search: (now) => ({ ...now, open: ref }), resetScroll: false, replace: !ref }),
    [navigate],
  )
  return (
    <InspectionListPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: search.add !== '' })}
      onOpen={open}
    />
  )
}
