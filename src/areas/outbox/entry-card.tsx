import { memo, useId } from 'react'
import { ageWords, momentWords } from '#src/format/age.ts'
import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry.ts'
import { describe as wordsOf } from '#src/offline/outbox/outbox.ts'
import { useNow } from '#src/ui/use-now.ts'
import { type Mark, WaitingMark } from '#src/ui/waiting-mark.tsx'
import { EntryActions } from './entry-actions.tsx'
import { conflictsOf, stateWords, whyWords } from './entry-words.ts'
import classes from './outbox.module.css'

const MARKS: Record<EntryState, Mark | null> = {
  waiting: 'waiting',
  sending: 'sending',
  sign_in: 'sign_in',
  conflict: 'attention',
  refused: 'attention',
  unreadable: 'attention',
  done: null,
}

/** One change in plain words: about what, what, when, how it stands and why, and what can be done. */
export const EntryCard = memo(function EntryCard({ entry }: { readonly entry: OutboxEntry }) {
  const now = useNow()
  const id = useId()
  const words = wordsOf(entry)
  // Theirs and yours, field by field, say more than the server's sentence about them.
  const why = conflictsOf(entry.problem).length > 0 ? '' : whyWords(entry.problem)
  return (
    <li className={classes.entry} data-state={entry.state} aria-labelledby={id}>
      <div className={classes.words}>
        <p id={id} className={classes.record}>
          {words.record}
        </p>
        <p>{words.change}</p>
        <p className={classes.state}>
          <WaitingMark mark={MARKS[entry.state]} isSilent />
          <span>
            {stateWords(entry, now)}
            {why !== '' && <span className={classes.why}>: {why}</span>}
          </span>
        </p>
        <p className={classes.made}>
          Made <time dateTime={new Date(entry.madeAt).toISOString()}>{momentWords(entry.madeAt, now)}</time> ·{' '}
          {ageWords(entry.madeAt, now)}
        </p>
        {entry.state === 'conflict' && <Conflicts entry={entry} />}
      </div>
      {entry.state !== 'done' && entry.state !== 'sending' && <EntryActions entry={entry} words={words} />}
    </li>
  )
})

function Conflicts({ entry }: { readonly entry: OutboxEntry }) {
  const conflicts = conflictsOf(entry.problem)
  if (conflicts.length === 0) return null
  return (
    <table className={classes.conflicts}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {conflicts.map(({ field, theirs, yours }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{theirs}</td>
            <td>{yours}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
