import { Link } from '@tanstack/react-router'
import { PasswordDialog } from './password-dialog.tsx'

interface HeldPasswordDialogProps {
  /** The number of held changes; `accounts` of them create or change accounts. */
  readonly count: number
  readonly accounts: number
  readonly onConfirmed: () => Promise<void>
  readonly onClose: () => void
}

/** Asks for the user's password before held changes of accounts are sent. */
export function HeldPasswordDialog({ count, accounts, onConfirmed, onClose }: HeldPasswordDialogProps) {
  return (
    <PasswordDialog title="Send what was kept here" {...{ onConfirmed, onClose }}>
      <p>
        {whichConcern(count, accounts)} accounts: who can sign in, and with what role or permissions. Someone else who
        used this device may have left {accounts === 1 ? 'it' : 'them'} here. If you are not sure, look first at the{' '}
        <Link to="/outbox" onClick={onClose}>
          Outbox
        </Link>
        .
      </p>
    </PasswordDialog>
  )
}

/** "This change concerns", "All 3 changes concern", "2 of the 5 changes concern". */
function whichConcern(count: number, accounts: number): string {
  const concern = accounts === 1 ? 'concerns' : 'concern'
  if (accounts < count) return `${accounts} of the ${count} changes ${concern}`
  return count === 1 ? `This change ${concern}` : `All ${count} changes ${concern}`
}
