import { IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useSession } from '#src/session/session.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { Avatar } from '#src/ui/person/avatar.tsx'
import classes from './navigation-bar.module.css'

const LogoutDialog = lazyPart(() => import('./logout-dialog.tsx').then((module) => module.LogoutDialog))

/** The signed-in user with a link to their profile, and the logout button. */
export function UserCorner() {
  const { user } = useSession()
  const [dialog, setDialog] = useState<'never_opened' | 'open' | 'closed'>('never_opened')
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setDialog('closed')
    button.current?.focus()
  }
  if (user === null) return null
  return (
    <>
      <Link to="/users/$userId" params={{ userId: `${user.id}` }} className={classes.user ?? ''} title="Your profile">
        <Avatar person={user} size={32} />
        <div>
          <div className={classes.name} translate="no">
            {user.first_name}
          </div>
          <div className={classes.id}>ID {user.id}</div>
        </div>
        <span className="visually-hidden">: your profile</span>
      </Link>
      <button
        ref={button}
        type="button"
        className={classes.action}
        aria-label="Log out"
        title="Log out"
        onClick={() => setDialog('open')}
      >
        <IconLogout size={20} stroke={1.75} aria-hidden />
      </button>
      {dialog === 'never_opened' ? null : <LogoutDialog isOpen={dialog === 'open'} onClose={close} />}
    </>
  )
}
