import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import classes from '#src/app/layout/banner.module.css'
import { deviceNow } from '#src/browser/company-clock.ts'
import { countOf } from '#src/format/numbers.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { outboxIfOpen } from '#src/offline/outbox/outbox.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { useUnpressed } from '#src/ui/use-unpressed.ts'

const NeededPasswordDialog = lazyPart(() =>
  import('./needed-password-dialog.tsx').then((module) => module.NeededPasswordDialog),
)

/**
 * In milliseconds. For a change made this recently the dialog may open over other dialogs, because the user still waits
 * for the result.
 */
const JUST_MADE_MS = 60_000

/**
 * Changes for which the server requires the password again. The dialog opens as soon as the server requests it, if that
 * disturbs nothing. Otherwise, and after the dialog was closed, a line on every page offers it. Other changes are sent
 * in the meantime.
 */
export function PasswordNeeded() {
  const { entries } = useUnpressed(useOutbox())
  const waiting = entries.filter(({ state }) => state === 'password')
  // Changes that this page saw before the server required the password. For all others an earlier page has already
  // asked: when the app starts it sends them again, and they keep their problem until then.
  const fresh = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, state, problem } of entries)
      if (state !== 'password' && problem?.status !== 403) fresh.current.add(id)
  }, [entries])
  return waiting.length === 0 ? null : <Offer waiting={waiting} fresh={fresh} />
}

interface OfferProps {
  readonly waiting: readonly OutboxEntry[]
  /** The ids of the changes for which the dialog may open on its own, once each. */
  readonly fresh: RefObject<Set<string>>
}

function Offer({ waiting, fresh }: OfferProps) {
  const { online } = useOnline()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (!online || !waiting.some(({ id }) => fresh.current.has(id)) || !waiting.some(isUndisturbed)) return
    for (const { id } of waiting) fresh.current.delete(id)
    setAsking(true)
  }, [online, waiting, fresh])
  const count = countOf(waiting.length, 'change')
  return (
    <section className={classes.banner} data-tone="attention" aria-label="Password needed">
      <IconLock size={18} stroke={1.75} aria-hidden />
      <span className={classes.words} role="status">
        <span>
          <strong>{count}</strong> {waiting.length === 1 ? 'needs' : 'need'} your password to be sent.
          {online ? '' : ' It can be given once there is a network.'}
        </span>
      </span>
      <span className={classes.actions}>
        <Button size="compact-md" onClick={() => setAsking(true)}>
          Give password
        </Button>
        <Button
          size="compact-md"
          variant="default"
          renderRoot={(props) => <Link to="/outbox" search={{ state: 'password' }} {...props} />}
        >
          Look
        </Button>
      </span>
      {isAsking ? <NeededPasswordDialog waiting={waiting} onConfirmed={goOn} onClose={() => setAsking(false)} /> : null}
    </section>
  )
}

/** Sends the changes that waited for the password. */
async function goOn(): Promise<void> {
  outboxIfOpen()?.sendNow('signed_in')
}

function isUndisturbed({ madeAt }: OutboxEntry): boolean {
  return deviceNow() - madeAt < JUST_MADE_MS || document.querySelector('[role="dialog"]') === null
}
