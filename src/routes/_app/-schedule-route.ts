import { stripSearchParams } from '@tanstack/react-router'
import { view } from '#contract/wire/access.ts'
import { type LoadCause, whenAllowed } from '#src/app/page-access.ts'
import { SCHEDULE_SEARCH_DEFAULTS, type ScheduleSearch, scheduleSearch } from '#src/boards/schedule/schedule-search.ts'
import { fromDevice, prefetch } from '#src/offline/reading/declared-query.ts'

export const scheduleNeeds = { access: view('schedule'), refusal: 'Permission for schedule view required' }

/** What the schedule and its sheets to print have alike: what their addresses say, and what is got ready before they show. */
export const scheduleRoute = {
  validateSearch: scheduleSearch,
  search: { middlewares: [stripSearchParams<ScheduleSearch, ScheduleSearch>(SCHEDULE_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search }: { readonly search: ScheduleSearch }) => search,
  loader: ({ deps, cause }: { readonly deps: ScheduleSearch; readonly cause: LoadCause }) =>
    whenAllowed(scheduleNeeds.access, async () => {
      // The page's own part, which comes with it; calendars are no part of what stands before everybody's first screen.
      const { scheduleForNow } = await import('#src/boards/schedule/schedule-for.ts')
      const list = scheduleForNow(deps)
      // Gone to, the page shows by itself that it waits; on screen, a week stands until another one is there.
      await (cause === 'stay' ? prefetch(list) : fromDevice(list))
    }),
}
