import { probeNow } from '../connectivity.ts'

export const SENT_LATER = 'The server can’t be reached now. What waits is sent as soon as it can be.'

/** Whether what may be sent has to wait for the server: asked, for whoever says "send" wants an answer to it. */
export const isSentLater = async (): Promise<boolean> => !(await probeNow())
