import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { view } from '#contract/access.ts'
import { whenAllowed } from '#src/app/page-access.ts'
import { SCHEDULE_SEARCH_DEFAULTS, scheduleSearch } from '#src/boards/schedule/schedule-search.ts'
import { SchedulePrintPage } from '#src/boards/schedule/sheet/schedule-print-page.tsx'
import { prefetch } from '#src/offline/declared-query.ts'

const needs = { access: view('schedule'), refusal: 'Permission for schedule view required' }

export const Route = createFileRoute('/_app/schedule_/print')({
  staticData: { title: 'Print the schedule', needs },
  validateSearch: scheduleSearch,
  search: { middlewares: [stripSearchParams(SCHEDULE_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    whenAllowed(needs.access, async () => {
      // As on the schedule itself: loaded when somebody goes there.
      const { scheduleForNow } = await import('#src/boards/schedule/schedule-for.ts')
      await prefetch(scheduleForNow(deps))
    }),
  component: () => <SchedulePrintPage choice={Route.useSearch()} />,
})
