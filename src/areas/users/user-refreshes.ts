/** What shows users, drivers or dispatchers, by the first parts of its query keys. */
export const USER_REFRESHES = [
  ['users'],
  ['drivers'],
  ['trucks'],
  ['trailers'],
  ['schedule'],
  ['attention'],
  ['dashboard', 'company'],
] as const
