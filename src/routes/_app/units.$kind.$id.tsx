import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

// Its own file, as for the walk-around: otherwise other pages would load the modules that this page shares with them.
const UnitPage = lazy(() => import('#src/boards/unit/unit-page.tsx').then((module) => ({ default: module.UnitPage })))

export const Route = createFileRoute('/_app/units/$kind/$id')({
  staticData: { title: 'Unit' },
  component: UnitRoute,
})

function UnitRoute() {
  const { kind, id } = Route.useParams()
  return (
    <Suspense fallback={<p role="status">Loading...</p>}>
      <UnitPage key={`${kind} ${id}`} kind={kind} id={id} />
    </Suspense>
  )
}
