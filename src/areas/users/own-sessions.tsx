import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OwnSession } from '#contract/own-sessions.ts'
import { ageWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import { useReading } from '#src/offline/use-reading.ts'
import { Question } from '#src/ui/question.tsx'
import { toastDone, toastFailure } from '#src/ui/toast.ts'
import { useCompanyNow } from '#src/ui/use-now.ts'
import { browserWords } from './browser-words.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './user-queries.ts'
import classes from './users.module.css'

/** How many sign-ins are shown before one asks for more. */
const FIRST = 5

/** Where one is signed in, and the way to end that from afar. */
export function OwnSessions() {
  const { known, state, problem } = useReading(ownSessions.options)
  const [isWhole, setIsWhole] = useState(false)
  const isLong = !isWhole && (known?.data.results.length ?? 0) > FIRST
  return (
    <section className={classes.panel} aria-labelledby="own-sessions">
      <h2 id="own-sessions">Where you are signed in</h2>
      {known ? (
        <>
          <ul className={classes.sessions}>
            {hereFirst(known.data.results)
              .slice(0, isLong ? FIRST : undefined)
              .map((session) => (
                <Session key={session.id} session={session} />
              ))}
          </ul>
          <div className={classes.sessionActs}>
            {isLong ? (
              <Button variant="default" onClick={() => setIsWhole(true)}>
                Show all {known.data.count}
              </Button>
            ) : null}
            {known.data.count > 2 ? <EndOthers count={known.data.count - 1} /> : null}
          </div>
        </>
      ) : (
        <p className={classes.note}>
          {state === 'loading' ? 'Loading...' : (problem?.message ?? 'Not saved on this device yet')}
        </p>
      )}
    </section>
  )
}

const hereFirst = (sessions: readonly OwnSession[]) =>
  [...sessions].sort((a, b) => Number(b.is_current) - Number(a.is_current))

/** Ends something and says how that went; `isBusy` meanwhile. */
function useEnding(end: () => Promise<void>, done: string) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async () => {
    setIsBusy(true)
    try {
      await end()
      toastDone(done)
    } catch (error) {
      toastFailure(error)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run: () => void run() }
}

function EndOthers({ count }: { readonly count: number }) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useEnding(endOtherSessions, 'You are signed in on this device alone.')
  return (
    <>
      <Button variant="default" loading={isBusy} onClick={() => setIsAsking(true)}>
        End all others
      </Button>
      {isAsking ? (
        <Question
          title="End all others"
          confirm={`End ${countOf(count, 'sign-in')}`}
          onConfirm={run}
          onClose={() => setIsAsking(false)}
        >
          <p>
            You stay signed in on this device alone. What waits on another device is kept there for your next sign-in.
          </p>
        </Question>
      ) : null}
    </>
  )
}

function Session({ session }: { readonly session: OwnSession }) {
  const now = useCompanyNow()
  const name = browserWords(session.user_agent)
  const { isBusy, run } = useEnding(() => endOwnSession(session.id), `The sign-in on ${name} is over.`)
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
          onClick={run}
        >
          End
        </Button>
      )}
    </li>
  )
}
