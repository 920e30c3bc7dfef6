import { createFileRoute } from '@tanstack/react-router'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'

// Its own file, as for the walk-around: otherwise other pages would load the modules that this page shares with them.
const UnitPage = lazyPart(() => import('#src/boards/unit/unit-page.tsx').then((module) => module.UnitPage))

export const Route = createFileRoute('/_app/units/$kind/$id')({
  staticData: { title: 'Unit' },
  component: UnitRoute,
})

function UnitRoute() {
  const { kind, id } = Route.useParams()
  return <UnitPage key={`${kind} ${id}`} kind={kind} id={id} meanwhile={<p role="status">Loading...</p>} />
}
