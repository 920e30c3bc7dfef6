import type { RegisteredRouter } from '@tanstack/react-router'
import { onSessionChange } from '#src/session/session.ts'

/** Keeps the address in step with the session: in every tab, whichever of them signed in or out. */
export function followSession(router: RegisteredRouter): void {
  onSessionChange(({ event, isFromOtherTab }) => {
    if (event.type === 'signed_out') void router.navigate({ to: '/login', replace: true })
    // The protected layout decides again, and remembers where the person was.
    if (event.type === 'ended' || (event.type === 'signed_in' && isFromOtherTab)) void router.invalidate()
  })
}
