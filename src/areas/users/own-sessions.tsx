import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OwnSession } from '#contract/own-sessions.ts'
import { ageWords } from '#src/format/age.ts'
import { useReading } from '#src/offline/use-reading.ts'
import { toastDone, toastFailure } from '#src/ui/toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import { browserWords } from './browser-words.ts'
import { endOwnSession, ownSessions } from './user-queries.ts'
import classes from './users.module.css'

/** Where one is signed in, and the way to end that from afar. */
export function OwnSessions() {
  const { known, state, problem } = useReading(ownSessions.options)
  return (
    <section className={classes.panel} aria-labelledby="own-sessions">
      <h2 id="own-sessions">Where you are signed in</h2>
      {known ? (
        <ul className={classes.sessions}>
          {known.data.results.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <p className={classes.note}>
          {state === 'loading' ? 'Loading...' : (problem?.message ?? 'Not saved on this device yet')}
        </p>
      )}
    </section>
  )
}

function Session({ session }: { readonly session: OwnSession }) {
  const now = useNow()
  const [isBusy, setIsBusy] = useState(false)
  const name = browserWords(session.user_agent)
  const end = async () => {
    setIsBusy(true)
    try {
      await endOwnSession(session.id)
      toastDone(`The sign-in on ${name} is over.`)
    } catch (error) {
      toastFailure(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <li className={classes.session}>
      <span>
        <strong>{name}</strong>
        <br />
        <small>
          {session.is_current ? 'This device' : `Last seen ${ageWords(Date.parse(session.last_seen_at), now)}`} · signed
          in {ageWords(Date.parse(session.created_at), now)}
        </small>
      </span>
      {session.is_current ? null : (
        <Button
          variant="default"
          size="compact-md"
          loading={isBusy}
          aria-label={`End the sign-in on ${name}`}
          onClick={() => void end()}
        >
          End
        </Button>
      )}
    </li>
  )
}
