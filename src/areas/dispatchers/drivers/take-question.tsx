import { fullName } from '#contract/wire/people.ts'
import { countOf } from '#src/format/numbers.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import type { ChangeDrivers } from '../dispatcher-drivers-commands.ts'
import classes from './drivers-dialog.module.css'

/** The most drivers listed by name. Beyond that only their number is shown. */
const MAX_NAMED = 8

interface TakeQuestionProps {
  readonly change: ChangeDrivers
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before drivers leave other dispatchers. */
export function TakeQuestion({ change: { dispatcher, add }, onConfirm, onClose }: TakeQuestionProps) {
  const takenDrivers = add.flatMap(({ id, name, from }) =>
    from === null ? [] : [{ id, name, from: fullName(from.user) }],
  )
  const title =
    takenDrivers.length === 1 ? 'Take a driver from another dispatcher?' : 'Take drivers from other dispatchers?'
  return (
    <Question title={title} confirm="Take" onConfirm={onConfirm} onClose={onClose}>
      <ul className={classes.taken}>
        {takenDrivers.slice(0, MAX_NAMED).map(({ id, name, from }) => (
          <li key={id}>
            {name} is with {from}.
          </li>
        ))}
        {takenDrivers.length > MAX_NAMED ? (
          <li>And {countOf(takenDrivers.length - MAX_NAMED, 'driver')} more.</li>
        ) : null}
      </ul>
      <p>They go to {fullName(dispatcher.user)}, and their units with them.</p>
    </Question>
  )
}
