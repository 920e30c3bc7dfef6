/** Of what may be sent and waits for the server. */
export const SENT_LATER = 'The server can’t be reached now. What waits is sent as soon as it can be.'
