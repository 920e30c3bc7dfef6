import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { view } from '#contract/access.ts'
import { whenAllowed } from '#src/app/page-access.ts'
import { SchedulePage } from '#src/boards/schedule/schedule-page.tsx'
import { SCHEDULE_SEARCH_DEFAULTS, scheduleSearch } from '#src/boards/schedule/schedule-search.ts'
import { prefetch } from '#src/offline/declared-query.ts'

const needs = { access: view('schedule'), refusal: 'Permission for schedule view required' }

export const Route = createFileRoute('/_app/schedule')({
  staticData: { title: 'Schedule', needs },
  validateSearch: scheduleSearch,
  search: { middlewares: [stripSearchParams(SCHEDULE_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    whenAllowed(needs.access, async () => {
      // The page's own part, which comes with it; calendars are no part of what stands before everybody's first screen.
      const { scheduleForNow } = await import('#src/boards/schedule/schedule-for.ts')
      await prefetch(scheduleForNow(deps))
    }),
  component: ScheduleRoute,
})

function ScheduleRoute() {
  const navigate = Route.useNavigate()
  return (
    <SchedulePage
      choice={Route.useSearch()}
      onChoose={(choice) => void navigate({ search: choice, resetScroll: false })}
    />
  )
}
