import * as z from 'zod/mini'
import { view, viewOrEdit } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { pageOf, pageQuery } from '#contract/wire/page.ts'
import { isoDate } from '#contract/wire/record.ts'
import { unitId, unitParam } from './unit-names.ts'

/**
 * A truck's or a trailer's figures for seven days (fewer in the last week of a range), in dollars and miles. `week`
 * counts weeks from today: 0 for seven days that begin today, -1 for seven days that end today.
 */
export const unitWeek = z.object({
  id: unitId,
  startDate: isoDate,
  endDate: isoDate,
  week: z.int(),
  fuel_expenses: z.number(),
  tolls_expenses: z.number(),
  miles_driven: z.number(),
})
export type UnitWeekFigures = z.output<typeof unitWeek>
export const unitWeeks = z.object({ id: unitId, weeks: z.array(unitWeek) })
export type UnitWeeks = z.output<typeof unitWeeks>

/** The first and the last day of a range. Default: `DEFAULT_WEEKS` weeks, the last of which contains only today. */
const unitRange = { date_after: z.optional(reportDay), date_before: z.optional(reportDay) }

/** The odometer of a unit. */
const unitMiles = z.object({ miles_driven: z.number() })

export const unitWeekEndpoints = {
  truckInfo: endpoint({
    name: 'trucks.additionalInfo',
    summary: 'A truck’s tolls, fuel and miles by week. The weeks begin with the first day of the range.',
    method: 'GET',
    path: '/api/trucks/:id/additional-info/',
    access: view('trucks'),
    params: unitParam,
    query: z.object(unitRange),
    reply: z.array(unitWeek),
  }),
  truckWeeks: endpoint({
    name: 'trucks.weeks',
    summary: 'The same for every truck, by id. Devices store it for use without a network.',
    method: 'GET',
    path: '/api/trucks/weeks/',
    access: view('trucks'),
    query: z.object({ ...pageQuery, ...unitRange }),
    reply: pageOf(unitWeeks),
  }),
  truckMiles: endpoint({
    name: 'trucks.milesDriven',
    summary: 'A truck’s odometer, in miles.',
    method: 'GET',
    path: '/api/trucks/:id/miles-driven/',
    access: viewOrEdit('trucks', 'maintenance'),
    params: unitParam,
    reply: unitMiles,
  }),
  trailerInfo: endpoint({
    name: 'trailers.additionalInfo',
    summary: 'A trailer’s tolls, fuel and miles by week. The weeks begin with the first day of the range.',
    method: 'GET',
    path: '/api/trailers/:id/additional-info/',
    access: view('trailers'),
    params: unitParam,
    query: z.object(unitRange),
    reply: z.array(unitWeek),
  }),
  trailerWeeks: endpoint({
    name: 'trailers.weeks',
    summary: 'The same for every trailer, by id. Devices store it for use without a network.',
    method: 'GET',
    path: '/api/trailers/weeks/',
    access: view('trailers'),
    query: z.object({ ...pageQuery, ...unitRange }),
    reply: pageOf(unitWeeks),
  }),
  trailerMiles: endpoint({
    name: 'trailers.milesDriven',
    summary: 'The miles that a trailer has covered.',
    method: 'GET',
    path: '/api/trailers/:id/miles-driven/',
    access: viewOrEdit('trailers', 'maintenance'),
    params: unitParam,
    reply: unitMiles,
  }),
}
