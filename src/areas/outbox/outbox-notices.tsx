import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCalendarClock, IconDatabaseX, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { momentWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import { outboxIfOpen } from '#src/offline/outbox/outbox.ts'
import { unconfirmedOf } from '#src/offline/outbox/repair/losses.ts'
import type { BrokenReason } from '#src/offline/outbox/show/snapshot.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { UNVISITED_WORDS, useStorageLife } from '#src/offline/query-storage/storage-life.ts'
import type { StorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { useStorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import classes from './outbox.module.css'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

const BROKEN: Readonly<Record<BrokenReason, string>> = {
  newer:
    'A newer version of the app has been used on this device, and this older one leaves what it kept alone. Nothing is lost. Reload the page; if this stays, close all its tabs and open the app again.',
  storage:
    'This browser does not let the app store changes, or what it stored can’t be read. Nothing can be changed here until that works again: reload the page, leave private browsing, or free some space.',
  error:
    'An unexpected error in the app keeps it from reading or storing changes. What it has stored stays. Reload the page; if this stays, send the report of the Diagnostics page to whoever looks after Haulyard.',
}

const TROUBLE: Readonly<Record<Exclude<StorageTrouble, null>, string>> = {
  full: 'This device’s storage is full: what is read is no longer kept for use without a network. Free some space.',
  unavailable: 'This browser gives the app no storage: what is read is not kept for use without a network.',
  error: 'An unexpected error in the app: what is read is not kept for use without a network. Reload the page.',
  forgetful:
    'This browser does not let the app remember who is signed in: after a restart it stays closed without a network.',
}

/** Messages about the whole Outbox: lost changes, storage problems, a required sign-in. */
export function OutboxNotices() {
  const { state, reason, waiting, needsAttention } = useOutbox()
  const trouble = useStorageTrouble()
  const life = useStorageLife()
  return (
    <>
      <LossNotice />
      {state === 'broken' && (
        <Notice icon={<IconDatabaseX {...ICON} />} isBad>
          {BROKEN[reason ?? 'storage']}
        </Notice>
      )}
      {trouble && (
        <Notice icon={<IconDatabaseX {...ICON} />} isBad>
          {TROUBLE[trouble]}
        </Notice>
      )}
      {life === 'while_visited' && waiting + needsAttention > 0 && (
        <Notice icon={<IconCalendarClock {...ICON} />}>
          {UNVISITED_WORDS} Open Haulyard here before that
          {waiting > 0 ? ': what waits is sent as soon as there is a network.' : ', and settle what needs attention.'}
        </Notice>
      )}
      {state === 'sign_in' && (
        <Notice icon={<IconLock {...ICON} />}>
          The server asks you to sign in again. Your changes are kept; after the sign-in the app asks whether to send
          them.
        </Notice>
      )}
    </>
  )
}

/** The most lost changes listed. Others are counted. */
const MAX_MISSING = 10

function LossNotice() {
  const { loss } = useOutbox()
  const now = useNow()
  if (!loss) return null
  const isOne = loss.count === 1
  const describedChanges = (loss.missing ?? []).flatMap(({ seq, words, madeAt }) =>
    words ? [{ seq, words, madeAt }] : [],
  )
  const unlistedCount = loss.count - Math.min(describedChanges.length, MAX_MISSING)
  const isOpen = unconfirmedOf(loss) > 0
  const areGone = isOpen ? 'may be gone' : `${isOne ? 'is' : 'are'} gone`
  const whatNow = isOpen
    ? 'The server is asked whether it has them as soon as it can be reached; then it stands here.'
    : `Look whether ${describedChanges.length > 0 ? 'these' : 'your last changes'} are there, and make them again if not.`
  return (
    <Notice icon={<IconAlertTriangle {...ICON} />} isBad>
      <span>
        {countOf(loss.count, 'change')} that {isOne ? 'was' : 'were'} kept on this device {areGone}; the browser’s
        storage was damaged or cleared. This was found at {momentWords(loss.foundAt, now)}. {whatNow}
      </span>
      {describedChanges.length > 0 && (
        <ul className={classes.missing}>
          {describedChanges.slice(0, MAX_MISSING).map(({ seq, words, madeAt }) => (
            <li key={seq}>
              {words.record}: {words.change}
              {madeAt !== null && `, made ${momentWords(madeAt, now)}`}
            </li>
          ))}
          {unlistedCount > 0 && <li>and {countOf(unlistedCount, 'change')} more</li>}
        </ul>
      )}
      {!isOpen && (
        <Button variant="default" size="compact-md" onClick={() => outboxIfOpen()?.dismissLoss().catch(toastFailure)}>
          Understood
        </Button>
      )}
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
