/** Stands for a refresh token that this page does not know. */
export const UNKNOWN_TOKEN = 'unknown'

/**
 * The first half of our server's refresh token, which stays the same for the whole session. A dot separates the halves.
 */
export const firstHalfOf = (refresh: string): string => refresh.split('.', 1)[0] ?? refresh
