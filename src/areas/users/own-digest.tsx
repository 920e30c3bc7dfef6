import { useState } from 'react'
import { type User, userKind } from '#contract/users.ts'
import { useMark } from '#src/offline/outbox/use-outbox.ts'
import { toastFailure } from '#src/ui/toast.ts'
import { WaitingMark } from '#src/ui/waiting-mark.tsx'
import { wantDigest } from './user-acts.ts'
import classes from './users.module.css'

/** Whether what needs attention comes by mail in the morning; each switches it for themselves. */
export function OwnDigest({ user }: { readonly user: User }) {
  const mark = useMark(userKind, userKind.keyOf(user))
  // What was just asked for, until it is kept and the user says so.
  const [asked, setAsked] = useState<boolean | null>(null)
  const change = async (to: boolean) => {
    setAsked(to)
    await wantDigest(user, to).catch(toastFailure)
    setAsked(null)
  }
  return (
    <section className={classes.panel} aria-labelledby="own-digest">
      <h2 id="own-digest">
        Morning digest by email <WaitingMark mark={mark} />
      </h2>
      <p className={classes.note} id="own-digest-note">
        Weekdays at 6:00 AM Central: what needs attention in your areas. When nothing does, no email is sent.
      </p>
      <label className={classes.choice}>
        <input
          type="checkbox"
          aria-describedby="own-digest-note"
          checked={asked ?? user.wants_digest ?? false}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        <span>Send it to {user.email}</span>
      </label>
    </section>
  )
}
