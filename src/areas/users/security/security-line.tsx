import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { SecurityEvent } from '#contract/session/security.ts'
import { detailWords, kindWords } from '#contract/session/security-words.ts'
import { chicagoMoment } from '#src/format/chicago.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { accountWords, actorWords, isRefusal, placeWords } from './event-words.ts'
import classes from './security-line.module.css'

/** An event of the log: a table row if there is room, otherwise a small card. */
export const SecurityLine = memo(function SecurityLine({ event }: { readonly event: SecurityEvent }) {
  const { kind, at, actor, subject, detail } = event
  const title = kindWords(kind)
  const words = detailWords(detail)
  const account = accountWords(event)
  return (
    <article className={classes.row} aria-label={`${title}, ${chicagoMoment(Date.parse(at))}`}>
      <dl className={classes.line}>
        <Fact name="Time" isNameHidden className={classes.time}>
          <time dateTime={at}>{chicagoMoment(Date.parse(at))}</time>
        </Fact>
        <Fact name="Event" isNameHidden className={classes.event}>
          {isRefusal(kind) ? <IconAlertTriangle size={16} stroke={1.75} aria-hidden /> : null}
          <span className={classes.kind}>{title}</span>
          {words === '' ? null : <span className={classes.detail}> {words}</span>}
        </Fact>
        <Fact name="Done by" isNameHidden className={classes.by}>
          {actor === null ? <span className={classes.absent}>{actorWords(kind)}</span> : <Person {...actor} />}
        </Fact>
        <Fact name="Account" isNameHidden className={classes.account}>
          {account ?? (subject === null ? <span className={classes.absent}>–</span> : <Person {...subject} />)}
        </Fact>
        <Fact name="From" isNameHidden isVerbatim className={classes.place}>
          {placeWords(event)}
        </Fact>
      </dl>
    </article>
  )
})

/** A person under the name at the time of the event, with a link to all events of that person, even a deleted one. */
function Person({ id, name }: { readonly id: number; readonly name: string }) {
  return (
    <Link
      to="/security"
      search={(now) => ({ ...now, user: id })}
      translate="no"
      title={`All events of ${name}`}
      className={classes.person}
    >
      {name || `User ${id}`}
    </Link>
  )
}

/** The visible column headers of the table. Each row repeats them for screen readers. */
export function SecurityHead() {
  return (
    <div className={classes.head} aria-hidden>
      <div className={classes.line}>
        <div className={classes.time}>Time</div>
        <div className={classes.event}>Event</div>
        <div className={classes.by}>Done by</div>
        <div className={classes.account}>Account</div>
        <div className={classes.place}>From</div>
      </div>
    </div>
  )
}
