import { createFileRoute } from '@tanstack/react-router'
import { SchedulePrintPage } from '#src/boards/schedule/sheet/schedule-print-page.tsx'
import { scheduleNeeds as needs, scheduleRoute } from './-schedule-route.ts'

export const Route = createFileRoute('/_app/schedule_/print')({
  ...scheduleRoute,
  staticData: { title: 'Print the schedule', needs },
  component: () => <SchedulePrintPage choice={Route.useSearch()} />,
})
