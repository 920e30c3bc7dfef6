import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { discardAll } from '#src/app/held/discard-all.ts'
import { countOf } from '#src/format/numbers.ts'
import { probeNow } from '#src/offline/connectivity.ts'
import { outboxIfOpen } from '#src/offline/outbox/outbox.ts'
import { blockedBy, countSendable } from '#src/offline/outbox/send/blocked-entries.ts'
import { dependenciesOf } from '#src/offline/outbox/show/entry-readings.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { UNVISITED_WORDS, useStorageLife } from '#src/offline/query-storage/storage-life.ts'
import { signOut } from '#src/session/session.ts'
import { DialogButtons } from '#src/ui/dialog/dialog-buttons.tsx'
import { OpenLayer } from '#src/ui/dialog/layers.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import classes from './logout-dialog.module.css'

interface LogoutDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks for confirmation before signing out. With unsent changes on the device it also asks what to do with them. */
export function LogoutDialog({ isOpen, onClose }: LogoutDialogProps) {
  const { waiting, needsAttention } = useOutbox()
  const unsentCount = waiting + needsAttention
  const [isBusy, setBusy] = useState(false)
  const leave = async (before: () => Promise<void> = () => Promise.resolve()) => {
    setBusy(true)
    try {
      await before()
      onClose()
      await signOut()
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Log out"
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The dialog's code loads on first use, too late to know the former focus. Its opener takes the focus back.
      returnFocus={false}
    >
      <OpenLayer onClose={onClose} />
      <p>Are you sure you want to log out?</p>
      {unsentCount > 0 ? (
        <UnsentChanges {...{ kept: unsentCount, isBusy }} onDiscard={() => void leave(discardAll)} />
      ) : null}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isBusy} onClick={() => void leave()}>
          {unsentCount > 0 ? 'Keep and log out' : 'Confirm'}
        </Button>
      </DialogButtons>
    </Modal>
  )
}

interface UnsentChangesProps {
  readonly kept: number
  readonly isBusy: boolean
  readonly onDiscard: () => void
}

/** Why "Send now" sends fewer changes or is missing. */
function heldWords(heldCount: number, unsentCount: number): string {
  const [were, they] = heldCount === 1 ? ['was', 'it waits'] : ['were', 'they wait']
  const which = heldCount < unsentCount ? `${heldCount} of them` : heldCount === 1 ? 'It' : 'They'
  return `${which} ${were} saved here before you signed in, so ${they} until you press “Send” at the top of the page.`
}

/** Sends the waiting changes. Sent changes disappear from the dialog; a failure to reach the server is shown. */
async function sendOrSayWhyNot(): Promise<void> {
  outboxIfOpen()?.sendNow()
  if (!(await probeNow())) toastFailure(new Error('The server could not be reached. What waits stays on this device.'))
}

function UnsentChanges({ kept, isBusy, onDiscard }: UnsentChangesProps) {
  const { entries, held } = useOutbox()
  const free = countSendable(entries, blockedBy(entries, dependenciesOf, held?.upTo), held?.upTo)
  const [isSure, setSure] = useState(false)
  const life = useStorageLife()
  const them = kept === 1 ? 'it' : 'them'
  return (
    <div className={classes.kept} role="status">
      <p>
        {countOf(kept, 'change')} on this device {kept === 1 ? 'is' : 'are'} not at the server yet. Kept for your next
        sign-in here, nobody else can see or send {them}.
      </p>
      {held === null ? null : <p>{heldWords(held.count, kept)}</p>}
      {life === 'while_visited' ? <p>{UNVISITED_WORDS} Sign in here again before that.</p> : null}
      <div className={classes.choices}>
        {free > 0 ? (
          <Button variant="default" size="compact-md" onClick={() => void sendOrSayWhyNot()}>
            Send now
          </Button>
        ) : null}
        {isSure ? (
          <Button color="red" size="compact-md" loading={isBusy} onClick={onDiscard}>
            Discard {kept === 1 ? 'this change' : `all ${kept}`} for good and log out
          </Button>
        ) : (
          <Button variant="subtle" color="red" size="compact-md" onClick={() => setSure(true)}>
            Discard {them} …
          </Button>
        )}
      </div>
    </div>
  )
}
