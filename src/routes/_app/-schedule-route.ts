import { stripSearchParams } from '@tanstack/react-router'
import { view } from '#contract/wire/access.ts'
import { type LoadCause, whenAllowed } from '#src/app/page-access.ts'
import { SCHEDULE_SEARCH_DEFAULTS, type ScheduleSearch, scheduleSearch } from '#src/boards/schedule/schedule-search.ts'
import { prefetch, prepareFromDevice } from '#src/offline/reading/declared-query.ts'

export const scheduleNeeds = { access: view('schedule'), refusal: 'Permission for schedule view required' }

/** The shared part of the schedule's route and its print route: the search schema and the loader. */
export const scheduleRoute = {
  validateSearch: scheduleSearch,
  search: { middlewares: [stripSearchParams<ScheduleSearch, ScheduleSearch>(SCHEDULE_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search }: { readonly search: ScheduleSearch }) => search,
  loader: ({ deps, cause }: { readonly deps: ScheduleSearch; readonly cause: LoadCause }) =>
    whenAllowed(scheduleNeeds.access, async () => {
      // Loaded with the page: the first screen does not need the calendar's code.
      const { scheduleForNow } = await import('#src/boards/schedule/schedule-for.ts')
      const list = scheduleForNow(deps)
      // A new page shows its own loading state. A page that is already on screen keeps its week until the next week is
      // loaded.
      await (cause === 'stay' ? prefetch(list) : prepareFromDevice(list))
    }),
}
