import { addDays } from '#server/records/calendar.ts'
import { today } from '../served-app.ts'

/** A named call. With a body it is a POST that changes nothing. */
export interface ListedCall {
  readonly name: string
  readonly path: string
  readonly body?: object
  /** For a page deep in a list: the number of rows before it. Its cursor is the `next` of the page that ends there. */
  readonly after?: number
  /** The expected status of the response: 200 by default. */
  readonly status?: number
}

const YEAR = { first: addDays(today(), -364), last: today() }
const OF_THE_YEAR = `date_after=${YEAR.first}&date_before=${YEAR.last}`
/** The first fifty trucks of the demo company, by plate. */
const VEHICLES = Array.from({ length: 50 }, (_, index) => ({ Plate: `P${482_100 + index * 3}` }))
const DRIVERS = Array.from({ length: 50 }, (_, index) => 4_402_100 + index * 13)

/** The sums of a year of expenses, as the dashboard requests them. */
export const EXPENSE_CALLS: readonly ListedCall[] = [
  {
    name: 'a year of tolls',
    path: '/api/bestpass/toll_expenses/',
    body: { FromDate: YEAR.first, ToDate: YEAR.last, vehicles: [] },
  },
  {
    name: 'a year of tolls of fifty trucks',
    path: '/api/bestpass/toll_expenses/',
    body: { FromDate: YEAR.first, ToDate: YEAR.last, vehicles: VEHICLES },
  },
  { name: 'a year of fuel', path: `/api/pilot_flying_j/fuel_transactions/fuel-expenses/?${OF_THE_YEAR}` },
  {
    name: 'a year of fuel of fifty drivers',
    path: `/api/pilot_flying_j/fuel_transactions/fuel-expenses/?${OF_THE_YEAR}&driver_ids=${DRIVERS.join(',')}`,
  },
]

const MONTH = `date_after=${addDays(today(), -29)}&date_before=${today()}`

/** The lists that users wait for, as the app requests them. */
export const LISTED_CALLS: readonly ListedCall[] = [
  { name: 'drivers by name', path: '/api/drivers/?limit=50' },
  { name: 'drivers by dispatcher', path: '/api/drivers/?limit=50&ordering=dispatcher' },
  { name: 'drivers by status', path: '/api/drivers/?limit=50&ordering=status' },
  { name: 'drivers on the road', path: '/api/drivers/?limit=50&filter=on_the_road' },
  { name: 'drivers from the 4,000th on', path: '/api/drivers/?limit=50&offset=4000' },
  { name: 'drivers found by words', path: '/api/drivers/?limit=50&search=ma+555' },
  { name: 'drivers with a month of figures', path: `/api/drivers/?limit=50&${MONTH}` },
  { name: 'drivers of a dispatcher', path: '/api/drivers/list_for_dispatcher/1/?limit=100' },
  { name: 'schedule week, ten dispatchers', path: '/api/schedule/?limit=10' },
  { name: 'schedule week by status', path: '/api/schedule/?limit=10&ordering=status' },
  { name: 'schedule week with vacations', path: '/api/schedule/?limit=10&filter=on_vacation' },
  { name: 'one driver, a hundred days', path: '/api/schedule/list_for_driver/1/?limit=100' },
  { name: 'users by name', path: '/api/users/users/?limit=50' },
  { name: 'users by role', path: '/api/users/users/?limit=50&order_by=role' },
  { name: 'users newest first', path: '/api/users/users/?limit=50&order_by=-id' },
  { name: 'users of one role', path: '/api/users/users/?limit=50&role=dispatcher' },
  { name: 'names of drivers', path: '/api/drivers/mini-list/?limit=500' },
  { name: 'names of trucks', path: '/api/trucks/mini-list/?limit=500' },
  { name: 'trucks by name', path: '/api/trucks/?limit=50' },
  { name: 'trucks by year', path: '/api/trucks/?limit=50&ordering=year' },
  { name: 'trucks newest first', path: '/api/trucks/?limit=50&ordering=-year' },
  { name: 'trucks by miles', path: '/api/trucks/?limit=50&ordering=-miles_driven' },
  { name: 'trucks by type', path: '/api/trucks/?limit=50&ordering=type' },
  { name: 'trucks on service', path: '/api/trucks/?limit=50&filter=on_service' },
  { name: 'trucks found by words', path: '/api/trucks/?limit=50&search=ma+cascadia' },
  { name: 'trucks deep by cursor', path: '/api/trucks/?limit=50&ordering=year', after: 2000 },
  { name: 'trailers by name', path: '/api/trailers/?limit=50' },
  { name: 'trailers by type', path: '/api/trailers/?limit=50&ordering=type' },
  { name: 'trailers deep by cursor', path: '/api/trailers/?limit=50', after: 4000 },
  { name: 'one truck', path: '/api/trucks/1100/' },
  { name: 'what is written on trucks', path: '/api/trucks/identifiers/' },
  { name: 'units for one picker', path: '/api/transport/mini-list/?limit=500' },
  { name: 'units not ready', path: '/api/transport/not-ready/' },
  { name: 'dispatchers by name', path: '/api/dispatchers/?limit=50' },
  { name: 'dispatchers found by words', path: '/api/dispatchers/?limit=50&ordering=status&search=ma+555' },
  { name: 'weeks of drivers', path: '/api/drivers/weeks/?limit=100' },
  { name: 'weeks of one driver', path: '/api/drivers/1/additional-info/' },
  { name: 'weeks of dispatchers', path: '/api/dispatchers/weeks/?limit=100' },
  { name: 'revenue of a dispatcher', path: '/api/dispatchers/1/gross_revenue/?limit=100' },
  { name: 'names of dispatchers', path: '/api/dispatchers/mini-list/?limit=500' },
  { name: 'weeks of trucks', path: '/api/trucks/weeks/?limit=100' },
  { name: 'weeks of one truck', path: '/api/trucks/1001/additional-info/' },
  { name: 'weeks of trailers', path: '/api/trailers/weeks/?limit=100' },
  { name: 'toll vehicles', path: '/api/bestpass/vehicles/?limit=500' },
  { name: 'inspections', path: '/api/maintenance/inspections/?limit=50' },
  { name: 'inspections upcoming', path: '/api/maintenance/inspections/?limit=50&status=upcoming' },
  { name: 'inspections history', path: '/api/maintenance/inspections/?limit=50&status=history' },
  ...EXPENSE_CALLS,
]

/** Changes that the server refuses without storing anything. They show the plans of the checks. */
export const REFUSED_CALLS: readonly ListedCall[] = [
  {
    name: 'a truck that is there already',
    path: '/api/trucks/',
    status: 400,
    body: {
      unit_number: '11 00',
      licence_plate: 'p482100',
      transponder_id: '007002410300',
      pilot_flying_j_truck: 660_200,
      transport_model: 'Volvo VNL 860',
      year: 2023,
      color: 'White',
      inspection_passed_date: '2026-03-02',
      next_service_date: '2026-12-15',
      gomotive_id: 730_011,
      fleet_manager_name: 'Karen Walsh',
      fleet_manager_email: 'karen.walsh@haulyard.example',
      fleet_manager_phone: '+1 312 555 0107',
      status_date_from: '2026-03-02',
      status_date_to: null,
    },
  },
]
