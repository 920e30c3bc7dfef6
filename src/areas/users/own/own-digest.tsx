import { type User, userKind } from '#contract/people/users.ts'
import { changeDigest } from '#src/areas/users/changes/user-acts.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import classes from '../users.module.css'

/** Switches the user's own morning digest, the e-mail about what needs attention. */
export function OwnDigest({ user }: { readonly user: User }) {
  const mark = useMark(userKind, userKind.keyOf(user))
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
          // Shown as checked once the change is saved.
          checked={user.wants_digest ?? false}
          onChange={(event) => void changeDigest(user, event.currentTarget.checked).catch(toastFailure)}
        />
        <span>Send it to {user.email}</span>
      </label>
    </section>
  )
}
