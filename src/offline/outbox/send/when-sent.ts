import { hostProof } from '#src/api/fetch-verified.ts'
import { browserChoice } from '#src/session/session-ports.ts'

let hasBackgroundSync = false

/** Notes whether the browser starts the service worker when the network returns, also while no page is open. */
export function noteBackgroundSync(has: boolean): void {
  hasBackgroundSync = has
}

/**
 * Whether waiting changes are sent while Haulyard is closed. A session of one tab ends with its tab. Without proof of the
 * host, a page must send.
 */
const sendsWithoutPage = (): boolean =>
  hasBackgroundSync && browserChoice.read() === 'remembered' && hostProof() === 'yes'

/** When a change is sent that can't be sent now. Every text that promises it says it in these words. */
export const whenSent = (): string => `when you’re back online${sendsWithoutPage() ? '' : ' and Haulyard is open'}`

/** For changes that may be sent and wait for the server. */
export const sentLater = (): string => `The server can’t be reached now. What waits is sent ${whenSent()}.`
