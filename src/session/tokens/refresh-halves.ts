/** Stands for a refresh token of which this page knows nothing. */
export const UNKNOWN_TOKEN = 'unknown'

/** The half of our server's refresh token that stays as long as the session lasts; both come with a dot between. */
export const firstHalfOf = (refresh: string): string => refresh.split('.', 1)[0] ?? refresh
