import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import type { OwnSession } from '#contract/session/own-sessions.ts'
import type { Page } from '#contract/wire/page.ts'
import { ageWords } from '#src/format/age.ts'
import { chicagoMoment } from '#src/format/chicago.ts'
import type { QueryReading } from '#src/offline/reading/use-reading.ts'
import { useCompanyNow } from '#src/ui/use-now.ts'
import classes from '../users.module.css'
import { endWords, fromWords, moreWords, openedWords, sessionName, shownWords } from './session-words.ts'
import { useAct } from './use-act.ts'
import { useFocusAfterEnd } from './use-focus-after-end.ts'

/** The number of sessions shown before the user asks for more. */
const FIRST = 5

interface SessionListProps {
  /** The id of the heading, unique on the page. */
  readonly id: string
  readonly title: string
  readonly reading: Pick<QueryReading<Page<OwnSession>>, 'known' | 'state' | 'problem'>
  /** The text for an empty list. */
  readonly nothing: string
  readonly onEnd: (session: OwnSession) => Promise<void>
  /** The buttons that end several sessions. */
  readonly children: ReactNode
}

/** A list of a user's sessions, with buttons that end them remotely. */
export function SessionList({ id, title, reading: { known, state, problem }, ...props }: SessionListProps) {
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {known ? (
        <Sessions heading={id} page={known.data} {...props} />
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

type SessionsProps = Pick<SessionListProps, 'nothing' | 'onEnd' | 'children'> & {
  /** The id of the heading. */
  readonly heading: string
  readonly page: Page<OwnSession>
}

function Sessions({ heading, page: { count, results }, nothing, onEnd, children }: SessionsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = !isWhole && results.length > FIRST
  const sessions = useMemo(() => hereFirst(results).slice(0, isLong ? FIRST : undefined), [results, isLong])
  const ids = useMemo(() => sessions.filter(({ is_current }) => !is_current).map(({ id }) => id), [sessions])
  const { list, onEnding } = useFocusAfterEnd(heading, ids)
  const end = (session: OwnSession) => {
    onEnding(session.id)
    return onEnd(session)
  }
  const shown = shownWords(results.length, count)
  return (
    <>
      {count === 0 ? (
        <p className={classes.note}>{nothing}</p>
      ) : (
        <ul ref={list} className={classes.sessions}>
          {sessions.map((session) => (
            <Session key={session.id} session={session} onEnd={() => end(session)} />
          ))}
        </ul>
      )}
      {shown === null || isLong ? null : <p className={classes.note}>{shown}</p>}
      <div className={classes.sessionActs}>
        {isLong ? (
          <Button variant="default" onClick={() => setIsWhole(true)}>
            {moreWords(results.length, count)}
          </Button>
        ) : null}
        {children}
      </div>
    </>
  )
}

interface SessionProps {
  readonly session: OwnSession
  readonly onEnd: () => Promise<void>
}

function Session({ session, onEnd }: SessionProps) {
  const name = sessionName(session)
  const { isBusy, run } = useAct(onEnd, `The sign-in on ${name} is over.`)
  const opened = openedWords(session)
  return (
    <li className={classes.session}>
      <span>
        <strong>{name}</strong>
        <br />
        <small>
          {session.is_current ? 'This device' : <Moment lead="Last used" at={session.last_seen_at} />}{' '}
          <span translate="no">{fromWords(session)}</span> · <Moment lead="signed in" at={session.created_at} />{' '}
          {opened}
        </small>
      </span>
      {session.is_current ? null : (
        <Button variant="default" size="compact-md" loading={isBusy} aria-label={endWords(session)} onClick={run}>
          End
        </Button>
      )}
    </li>
  )
}

/** The age of an event, with the exact time as a tooltip. */
function Moment({ lead, at }: { readonly lead: string; readonly at: string }) {
  const now = useCompanyNow()
  const moment = Date.parse(at)
  return (
    <time dateTime={at} title={chicagoMoment(moment)}>
      {lead} {ageWords(moment, now)}
    </time>
  )
}
