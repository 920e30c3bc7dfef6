import * as z from 'zod/mini'
import { administrator, anyOf, view, viewOrEdit } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { idList, pageOf, pageQuery } from '#contract/wire/page.ts'

/** The most drivers in one request for fuel expenses. */
const MAX_DRIVER_IDS = 1000

/** A driver of the fuel network. */
export const fuelDriver = z.object({ pfj_id: z.int(), name: z.string() })
export type FuelDriver = z.output<typeof fuelDriver>

export const fuelEndpoints = {
  drivers: endpoint({
    name: 'fuel.drivers',
    summary: 'Drivers under the names of the fuel network, for pickers.',
    method: 'GET',
    path: '/api/pilot_flying_j/drivers/',
    access: viewOrEdit('drivers'),
    query: z.object(pageQuery),
    reply: pageOf(fuelDriver),
  }),
  expenses: endpoint({
    name: 'fuel.expenses',
    summary:
      'Fuel expenses in a range of days, in dollars. `driver_ids` are those of the fuel network; without any, all drivers.',
    method: 'GET',
    path: '/api/pilot_flying_j/fuel_transactions/fuel-expenses/',
    access: anyOf(administrator, view('drivers')),
    query: z.object({ date_after: reportDay, date_before: reportDay, driver_ids: z.optional(idList(MAX_DRIVER_IDS)) }),
    reply: z.object({ total: z.number() }),
  }),
}
