import { createFileRoute } from '@tanstack/react-router'
import { SchedulePage } from '#src/boards/schedule/schedule-page.tsx'
import { scheduleNeeds as needs, scheduleRoute } from './-schedule-route.ts'

export const Route = createFileRoute('/_app/schedule')({
  ...scheduleRoute,
  staticData: { title: 'Schedule', needs },
  component: ScheduleRoute,
})

function ScheduleRoute() {
  const navigate = Route.useNavigate()
  return (
    <SchedulePage
      choice={Route.useSearch()}
      onChoose={(change) => void navigate({ search: change, resetScroll: false })}
    />
  )
}
