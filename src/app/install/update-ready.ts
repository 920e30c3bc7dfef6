import { observableValue } from '#src/session/observable-value.ts'

/** Whether a new version of the app waits for the user's consent. */
export const updateReady = observableValue(false)
