/** Everything that is stored carries the user's id in its name. */
export const databaseName = (user: string) => `haulyard-outbox-${user}`
export const mirrorName = (user: string) => `outbox-mirror-${user}`
export const lossMarkerName = (user: string) => `haulyard-outbox-witness-${user}`
/** Begins the names of the words of each number. */
export const wordsName = (user: string) => `haulyard-outbox-words-${user}/`
export const channelName = (user: string) => `haulyard-outbox-${user}`
/** Who holds it sends. */
export const senderLock = (user: string) => `outbox:${user}`
/** Shared by whoever adds or settles in both stores; alone for whoever makes them agree. Never held over a request. */
export const storeLock = (user: string) => `outbox-store:${user}`
/** Who holds it writes the first copy. Within it no other lock is waited for. */
export const writeLock = (user: string) => `outbox-write:${user}`
/** An entry, or a copy of it, by its number and its id: either alone may be another's. */
export const placeOf = ({ seq, id }: { readonly seq: number; readonly id: string }) => `${seq}/${id}`
