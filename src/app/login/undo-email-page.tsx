import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { NeedsNetwork } from '#src/form/frame/needs-network.tsx'
import { Notice } from '#src/ui/notice/notice.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { Logo } from '#src/ui/page/logo.tsx'
import { linkTrouble } from './link-trouble.ts'
import classes from './new-password-page.module.css'
import { PublicFrame } from './public-frame.tsx'
import type { ResetLink } from './reset-link.ts'
import { lookAtUndo, undoEmail } from './undo-email-queries.ts'

interface UndoEmailPageProps {
  /** The mailed link's token; null when it is missing. */
  readonly token: string | null
  /** Continues to the new password, which the account now needs. */
  readonly onUndone: (link: ResetLink) => Promise<void>
}

/**
 * The page of the link that was mailed to an account's former address. It explains what it will do and does it with the
 * button, never on opening: mail scanners open links.
 */
export function UndoEmailPage({ token, onUndone }: UndoEmailPageProps) {
  const [trouble, setTrouble] = useState<string | null>(null)
  return (
    <PublicFrame>
      <Logo size={88} />
      <h1>Restore my email address</h1>
      <p>Haulyard</p>
      {token === null ? (
        <WithoutLink>Open the whole link from the mail: a part of it is missing here.</WithoutLink>
      ) : trouble === null ? (
        <Ask token={token} onUndone={onUndone} onTrouble={setTrouble} />
      ) : (
        <WithoutLink>{trouble}</WithoutLink>
      )}
    </PublicFrame>
  )
}

interface AskProps {
  readonly token: string
  readonly onUndone: UndoEmailPageProps['onUndone']
  readonly onTrouble: (trouble: string) => void
}

/**
 * The e-mail that the link restores; null while it is unknown. An invalid link is reported before the user presses
 * anything.
 */
function useAddress(token: string, onTrouble: AskProps['onTrouble']) {
  const [email, setEmail] = useState<string | null>(null)
  const [isLooking, setLooking] = useState(true)
  const tell = useEffectEvent(onTrouble)
  useEffect(() => {
    const over = new AbortController()
    const look = async () => {
      try {
        setEmail(await lookAtUndo(token, over.signal))
      } catch (error) {
        const trouble = linkTrouble(error)
        // Other failures are shown when the button is pressed: the page works without the address.
        if (trouble !== null) tell(trouble)
      }
      if (!over.signal.aborted) setLooking(false)
    }
    void look()
    return () => over.abort()
  }, [token])
  return { email, isLooking }
}

function Ask({ token, onUndone, onTrouble }: AskProps) {
  const [isBusy, setBusy] = useState(false)
  const { email, isLooking } = useAddress(token, onTrouble)
  const putBack = async () => {
    setBusy(true)
    try {
      await onUndone(await undoEmail(token))
    } catch (error) {
      const trouble = linkTrouble(error)
      if (trouble === null) toastFailure(error)
      else onTrouble(trouble)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes.without}>
      <p>
        The email address of your account was changed. If you do not want that, restore{' '}
        {email === null ? 'the former one' : <strong translate="no">{email}</strong>}. All devices are then signed out,
        the password no longer works, and you set a new one.
      </p>
      <NeedsNetwork>There is no network, and this needs one.</NeedsNetwork>
      <Button size="md" fullWidth loading={isBusy || isLooking} onClick={() => void putBack()}>
        Restore my email address
      </Button>
      <p className={classes.login}>
        <Link to="/login">Leave it as it is</Link>
      </p>
    </div>
  )
}

function WithoutLink({ children }: { readonly children: string }) {
  return (
    <div className={classes.without}>
      <Notice tone="trouble">{children}</Notice>
      <p className={classes.login}>
        <Link to="/reset-password">Ask for a new password</Link>
      </p>
      <p className={classes.login}>
        <Link to="/login">To the login</Link>
      </p>
    </div>
  )
}
