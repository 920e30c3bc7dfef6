import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from '../users.module.css'

/** A link from a profile to the user's events in the log. */
export function SecurityPanel({ user, isOwn = false }: { readonly user: number; readonly isOwn?: boolean }) {
  return (
    <section className={classes.panel} aria-labelledby="user-security">
      <h2 id="user-security">Security log</h2>
      <p className={classes.note}>Sign-ins, refusals, changes of the account, and what left as a file.</p>
      <div>
        <Button variant="default" renderRoot={(props) => <Link to="/security" search={{ user }} {...props} />}>
          {isOwn ? 'Your security events' : 'Security events of this person'}
        </Button>
      </div>
    </section>
  )
}
