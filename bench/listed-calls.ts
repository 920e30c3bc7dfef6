import { addDays } from '#server/records/calendar.ts'
import { today } from './served-app.ts'

const MONTH = `date_after=${addDays(today(), -29)}&date_before=${today()}`

/** The lists that people wait for, as the app asks for them. */
export const LISTED_CALLS = [
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
  { name: 'dispatchers by name', path: '/api/dispatchers/?limit=50' },
  { name: 'dispatchers found by words', path: '/api/dispatchers/?limit=50&ordering=status&search=ma+555' },
  { name: 'weeks of drivers', path: '/api/drivers/weeks/?limit=100' },
  { name: 'weeks of one driver', path: '/api/drivers/1/additional-info/' },
  { name: 'weeks of dispatchers', path: '/api/dispatchers/weeks/?limit=100' },
  { name: 'revenue of a dispatcher', path: '/api/dispatchers/1/gross_revenue/?limit=100' },
  { name: 'names of dispatchers', path: '/api/dispatchers/mini-list/?limit=500' },
] as const
