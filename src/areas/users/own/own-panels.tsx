import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#contract/people/users.ts'
import { administrator } from '#contract/wire/access.ts'
import { SecurityPanel } from '#src/areas/users/security/security-panel.tsx'
import { Can } from '#src/session/can.tsx'
import classes from '../users.module.css'
import { OwnDigest } from './own-digest.tsx'
import { OwnPasswordDialog } from './own-password-dialog.tsx'
import { OwnSessions } from './own-sessions.tsx'

/** The panels of the user's own account: password, morning digest, sessions, and this device's data. */
export function OwnPanels({ user }: { readonly user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className={classes.own}>
      <div className={classes.stack}>
        <section className={classes.panel} aria-labelledby="own-password">
          <h2 id="own-password">Password</h2>
          <p className={classes.note}>A new password ends your sign-ins on all devices, here after five seconds.</p>
          <div>
            <Button variant="default" onClick={() => setIsAsking(true)}>
              Change password
            </Button>
          </div>
          {isAsking ? <OwnPasswordDialog onClose={() => setIsAsking(false)} /> : null}
        </section>
        <OwnDigest user={user} />
        <Can access={administrator}>
          <SecurityPanel isOwn user={user.id} />
        </Can>
        <section className={classes.panel} aria-labelledby="own-device">
          <h2 id="own-device">This device</h2>
          <p className={classes.note}>What it keeps for times without a network, and how old that is.</p>
          <div>
            <Button variant="default" renderRoot={(props) => <Link to="/device" {...props} />}>
              Open
            </Button>
          </div>
        </section>
      </div>
      <OwnSessions />
    </div>
  )
}
