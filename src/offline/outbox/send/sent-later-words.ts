/** For changes that may be sent and wait for the server. */
export const SENT_LATER = 'The server can’t be reached now. What waits is sent as soon as it can be.'
