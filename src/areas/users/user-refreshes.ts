/** The first parts of the query keys that contain users, drivers or dispatchers. */
export const USER_REFRESHES = [
  ['users'],
  ['drivers'],
  ['trucks'],
  ['trailers'],
  ['schedule'],
  ['attention'],
  ['dashboard', 'company'],
] as const
