import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconDatabaseX, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { momentWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { dismissLoss } from '#src/offline/outbox/outbox.ts'
import { useOutbox } from '#src/offline/outbox/use-outbox.ts'
import { useStorageTrouble } from '#src/offline/storage-trouble.ts'
import { toastFailure } from '#src/ui/toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import classes from './outbox.module.css'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** What concerns the Outbox as a whole: changes lost, storage in trouble, a sign-in that is wanted, no network. */
export function OutboxNotices() {
  const { state, waiting } = useOutbox()
  const { online, since } = useOnline()
  const trouble = useStorageTrouble()
  const now = useNow()
  return (
    <>
      <LossNotice />
      {state === 'broken' && (
        <Notice icon={<IconDatabaseX {...ICON} />} isBad>
          This browser does not let the app store changes, or what it stored can’t be read. Nothing can be changed here
          until that works again: reload the page, leave private browsing, or free some space.
        </Notice>
      )}
      {trouble && (
        <Notice icon={<IconDatabaseX {...ICON} />} isBad>
          {trouble === 'full'
            ? 'This device’s storage is full: what is read is no longer kept for use without a network. Free some space.'
            : 'This browser gives the app no storage: what is read is not kept for use without a network.'}
        </Notice>
      )}
      {state === 'sign_in' && (
        <Notice icon={<IconLock {...ICON} />}>
          The server asks you to sign in again. Your changes wait for that and are sent by themselves afterwards.
        </Notice>
      )}
      {!online && waiting > 0 && (
        <Notice icon={<IconCloudOff {...ICON} />}>
          Offline since {momentWords(since, now)}. What waits is sent by itself as soon as the server can be reached.
        </Notice>
      )}
    </>
  )
}

function LossNotice() {
  const { loss } = useOutbox()
  const now = useNow()
  if (!loss) return null
  return (
    <Notice icon={<IconAlertTriangle {...ICON} />} isBad>
      <span>
        {countOf(loss.count, 'change')} that {loss.count === 1 ? 'was' : 'were'} kept on this device{' '}
        {loss.count === 1 ? 'is' : 'are'} gone; the browser’s storage was damaged or cleared. This was found at{' '}
        {momentWords(loss.foundAt, now)}. Look whether your last changes are there, and make them again if not.
      </span>
      <Button variant="default" size="compact-md" onClick={() => dismissLoss().catch(toastFailure)}>
        Understood
      </Button>
    </Notice>
  )
}

interface NoticeProps {
  readonly icon: ReactNode
  readonly isBad?: boolean
  readonly children: ReactNode
}

function Notice({ icon, isBad = false, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-bad={isBad || undefined} role={isBad ? 'alert' : 'status'}>
      {icon}
      <div className={classes.noticeWords}>{children}</div>
    </div>
  )
}
