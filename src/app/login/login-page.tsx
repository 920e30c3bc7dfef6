import { useState } from 'react'
import { deviceNow } from '#src/browser/company-clock.ts'
import { someoneWaits } from '#src/offline/outbox/local-witness.ts'
import { useSession } from '#src/session/session.ts'
import { Logo } from '#src/ui/logo.tsx'
import { Notice } from '#src/ui/notice.tsx'
import classes from './login-form.module.css'
import { LoginForm } from './login-form.tsx'
import { PublicFrame } from './public-frame.tsx'

/** The way in. */
export function LoginPage({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  return (
    <PublicFrame>
      <Logo size={88} />
      <h1>Login</h1>
      <p>Haulyard</p>
      <WhyAgain />
      <LoginForm onSignedIn={onSignedIn} />
    </PublicFrame>
  )
}

/** As the device has it: that may be wrong. */
const today = () => new Date(deviceNow()).toLocaleDateString('en-US', { dateStyle: 'long' })

const WHY_AGAIN = {
  locked: () =>
    `By its clock (${today()}) this device has not reached the server for 14 days, so what it keeps is closed. It opens again once the server can be reached, or when you sign in: changes that were not sent yet are still on this device and go out then.`,
  wrong_clock: () =>
    `The clock of this device is wrong: it says ${today()}, which is before the server was reached last. What this device keeps is closed. Set the clock right and load this page again.`,
  no_key: () =>
    'The server has not let this account in on this device before, so what it keeps is closed. Sign in: changes that were not sent yet are still on this device and go out then.',
  later: () =>
    'The server can’t let you in just now. It is asked again in a moment, and this page goes on by itself: you need not sign in.',
  ended: () =>
    'Your session is over. Sign in again: changes that were not sent yet are still on this device and go out then.',
  inactive: () =>
    'This account is not active any more. Ask an administrator. What you could read here is off this device; changes that were not sent yet are kept, closed to everyone.',
}

const KEPT =
  'Changes made on this device that are not done yet are still here, unseen by others. They go out when the person who made them signs in.'

/** Why somebody who was signed in must do so again, and what became of the work. */
function WhyAgain() {
  const { why } = useSession()
  const [isKept] = useState(someoneWaits)
  const words = why === null ? isKept && KEPT : WHY_AGAIN[why]()
  return words ? (
    <div className={classes.why}>
      <Notice tone="caution">{words}</Notice>
    </div>
  ) : null
}
