import { createFileRoute, useRouter } from '@tanstack/react-router'
import { edit } from '#contract/wire/access.ts'
import { WalkAroundPage } from '#src/areas/maintenance/walk-around/walk-around-page.tsx'

const needs = { access: edit('maintenance'), refusal: 'Permission for maintenance edit required' }

export const Route = createFileRoute('/_app/walk-around')({
  staticData: { title: 'Walk-around', needs },
  component: WalkAroundRoute,
})

function WalkAroundRoute() {
  const { history } = useRouter()
  const navigate = Route.useNavigate()
  const leave = () => (history.canGoBack() ? history.back() : void navigate({ to: '/', replace: true }))
  return <WalkAroundPage onClose={leave} />
}
