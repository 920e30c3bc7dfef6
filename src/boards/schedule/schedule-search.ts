import * as z from 'zod/mini'
import { SCHEDULE_ORDERINGS } from '#contract/people/dispatcher-choices.ts'
import { dutyStatus } from '#contract/people/driver-choices.ts'

/** Ten years in each direction: farther than any schedule reaches, near enough that no date overflows. */
export const FARTHEST_WEEK = 520

/** Search parameters of the schedule's address. An invalid value counts as absent. */
export const scheduleSearch = z.object({
  /** Steps of seven days from today; 0 is the week that starts today. */
  week: z.catch(z._default(z.int().check(z.gte(-FARTHEST_WEEK), z.lte(FARTHEST_WEEK)), 0), 0),
  tab: z.catch(z._default(z.enum(['view', 'edit']), 'view'), 'view'),
  sort: z.catch(z._default(z.enum(SCHEDULE_ORDERINGS), 'first_name,last_name'), 'first_name,last_name'),
  filter: z.catch(z._default(z.union([dutyStatus, z.literal('')]), ''), ''),
})
export type ScheduleSearch = z.output<typeof scheduleSearch>

/** Values for absent parameters. The page omits these values from the addresses that it writes. */
export const SCHEDULE_SEARCH_DEFAULTS: ScheduleSearch = {
  week: 0,
  tab: 'view',
  sort: 'first_name,last_name',
  filter: '',
}
