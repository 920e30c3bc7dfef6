/** The lists that people wait for, as the app asks for them. */
export const LISTED_CALLS = [
  { name: 'drivers by name', path: '/api/drivers/?limit=50' },
  { name: 'drivers by dispatcher', path: '/api/drivers/?limit=50&ordering=dispatcher' },
  { name: 'drivers by status', path: '/api/drivers/?limit=50&ordering=status' },
  { name: 'drivers on the road', path: '/api/drivers/?limit=50&filter=on_the_road' },
  { name: 'drivers from the 4,000th on', path: '/api/drivers/?limit=50&offset=4000' },
  { name: 'schedule week, ten dispatchers', path: '/api/schedule/?limit=10' },
  { name: 'schedule week by status', path: '/api/schedule/?limit=10&ordering=status' },
  { name: 'schedule week with vacations', path: '/api/schedule/?limit=10&filter=on_vacation' },
  { name: 'one driver, a hundred days', path: '/api/schedule/list_for_driver/1/?limit=100' },
  { name: 'users by name', path: '/api/users/users/?limit=50' },
  { name: 'users by role', path: '/api/users/users/?limit=50&order_by=role' },
  { name: 'users newest first', path: '/api/users/users/?limit=50&order_by=-id' },
  { name: 'users of one role', path: '/api/users/users/?limit=50&role=dispatcher' },
  { name: 'names of drivers', path: '/api/drivers/mini-list/?limit=500' },
  { name: 'names of dispatchers', path: '/api/dispatchers/mini-list/?limit=500' },
] as const
