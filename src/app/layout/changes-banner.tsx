import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { countOf } from '#src/format/numbers.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { useUnpressed } from '#src/ui/use-unpressed.ts'
import classes from './banner.module.css'
import { waitWords } from './wait-words.ts'

/** A line about changes that wait for a sign-in, and one about those that could not be sent. */
export function ChangesBanner() {
  const { online } = useUnpressed(useOnline())
  const { waiting, needsAttention, state } = useUnpressed(useOutbox())
  return (
    <>
      {online && state === 'sign_in' ? (
        <p className={classes.banner} data-tone="attention">
          <IconLock size={18} stroke={1.75} aria-hidden />
          <span>
            {waitWords(waiting)} for you to sign in again. <Link to="/login">Sign in</Link>
          </span>
        </p>
      ) : null}
      {needsAttention > 0 ? (
        <p className={classes.banner} data-tone="attention">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>
            {countOf(needsAttention, 'change')} could not be sent as {needsAttention === 1 ? 'it is' : 'they are'}.{' '}
            <Link to="/outbox">Look at {needsAttention === 1 ? 'it' : 'them'}</Link>
          </span>
        </p>
      ) : null}
    </>
  )
}
