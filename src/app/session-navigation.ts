import type { RegisteredRouter } from '@tanstack/react-router'
import { onSessionChange } from '#src/session/session.ts'

/** Keeps the address in step with the session: in every tab, whichever of them signed in or out. */
export function followSession(router: RegisteredRouter): void {
  onSessionChange(({ event, before, isFromOtherTab }) => {
    if (event.type === 'signed_out') void router.navigate({ to: '/login', replace: true })
    // The protected layout decides again, and remembers where the person was.
    const isOver = event.type === 'ended' || event.type === 'locked'
    // The server's word came later than it was waited for: the login page stands there in vain.
    const isLate = event.type === 'met' && before.state !== 'signed_in'
    if (isOver || isLate || (event.type === 'signed_in' && isFromOtherTab)) void router.invalidate()
  })
}
