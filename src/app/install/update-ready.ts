import { observed } from '#src/session/observed.ts'

/** Whether a new version of the app waits for the person's word. */
export const updateReady = observed(false)
