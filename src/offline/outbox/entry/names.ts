/** Names of databases, caches, items, channels and locks. Each name contains the user's id. */
export const databaseName = (user: string) => `haulyard-outbox-${user}`
export const mirrorName = (user: string) => `outbox-mirror-${user}`
export const lossMarkerName = (user: string) => `haulyard-outbox-witness-${user}`
/** Prefix of the items with the loss marker's words, one item per sequence number. */
export const lossWordsPrefix = (user: string) => `haulyard-outbox-words-${user}/`
export const channelName = (user: string) => `haulyard-outbox-${user}`
export const progressChannelName = (user: string) => `haulyard-outbox-progress-${user}`
/** Held by the tab that sends. */
export const senderLock = (user: string) => `outbox:${user}`
/** Held shared to add or settle entries in both copies, exclusively to reconcile them. Never held during a request. */
export const storeLock = (user: string) => `outbox-store:${user}`
/** Held while writing the first copy. A holder never waits for another lock. */
export const writeLock = (user: string) => `outbox-write:${user}`
/** Key of an entry or its copy: sequence number and id. Either alone may belong to another entry. */
export const placeOf = ({ seq, id }: { readonly seq: number; readonly id: string }) => `${seq}/${id}`
