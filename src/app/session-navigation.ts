import type { RegisteredRouter } from '@tanstack/react-router'
import { onSessionChange } from '#src/session/session.ts'

/** Keeps the URL in step with the session in every tab, whichever tab signed in or out. */
export function followSession(router: RegisteredRouter): void {
  onSessionChange(({ event, before, isFromOtherTab }) => {
    if (event.type === 'signed_out') void router.navigate({ to: '/login', replace: true })
    // The protected layout decides again and remembers the user's page.
    const isOver = event.type === 'ended' || event.type === 'locked'
    // The server confirmed the session after the timeout: the login page is shown although it is not needed.
    const isLate = event.type === 'confirmed' && before.state !== 'signed_in'
    if (isOver || isLate || (event.type === 'signed_in' && isFromOtherTab)) void router.invalidate()
  })
}
