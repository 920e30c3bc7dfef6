/**
 * Data of the company stays in no cache but the app's own, which is sealed and knows its tags: a 304 is asked for by the app
 * itself.
 */
export const NO_STORE = 'private, no-store'
