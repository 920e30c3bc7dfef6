import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { deviceNow } from '#src/browser/company-clock.ts'
import { countOf } from '#src/format/numbers.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry.ts'
import { sendNow, describe as wordsOf } from '#src/offline/outbox/outbox.ts'
import { useOutbox } from '#src/offline/outbox/use-outbox.ts'
import { useUnpressed } from '#src/ui/use-unpressed.ts'
import classes from './banner.module.css'

const PasswordDialog = lazy(() =>
  import('./password-dialog.tsx').then((module) => ({ default: module.PasswordDialog })),
)

/** A user who made a change so short a while ago still waits for it: the dialog may come over others. */
const JUST_MADE_MS = 60_000
/** More than that would fill the dialog; the others are counted. */
const MOST_TOLD = 3

/**
 * Changes for which the server wants the password once more. It is asked for at once where that disturbs nothing; else, and
 * once the dialog was closed, a line on every page offers to give it. The rest of the Outbox goes on meanwhile.
 */
export function PasswordNeeded() {
  const { entries } = useUnpressed(useOutbox())
  const waiting = entries.filter(({ state }) => state === 'password')
  return waiting.length === 0 ? null : <Offer waiting={waiting} />
}

function Offer({ waiting }: { readonly waiting: readonly OutboxEntry[] }) {
  const { online } = useOnline()
  const [isAsking, setAsking] = useState(false)
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const mayAsk = online && waiting.some(({ id }) => !asked.has(id))
  useEffect(() => {
    if (!mayAsk || !waiting.some(isUndisturbed)) return
    setAsked(new Set(waiting.map(({ id }) => id)))
    setAsking(true)
  }, [mayAsk, waiting])
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
      {isAsking ? (
        <Suspense>
          <PasswordDialog title="Your password is needed" onConfirmed={goOn} onClose={() => setAsking(false)}>
            <Needed waiting={waiting} />
          </PasswordDialog>
        </Suspense>
      ) : null}
    </section>
  )
}

/** What waited for the password is sent again. */
async function goOn(): Promise<void> {
  sendNow('signed_in')
}

function isUndisturbed({ madeAt }: OutboxEntry): boolean {
  return deviceNow() - madeAt < JUST_MADE_MS || document.querySelector('[role="dialog"]') === null
}

function Needed({ waiting }: { readonly waiting: readonly OutboxEntry[] }) {
  const more = waiting.length - MOST_TOLD
  return (
    <>
      <p>Who may sign in, as what and with which permissions, is changed only with your password:</p>
      <ul>
        {waiting.slice(0, MOST_TOLD).map((entry) => {
          const { record, change } = wordsOf(entry)
          return (
            <li key={entry.id}>
              {record}: {change}
            </li>
          )
        })}
        {more > 0 ? <li>and {countOf(more, 'change')} more</li> : null}
      </ul>
    </>
  )
}
