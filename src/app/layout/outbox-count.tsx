import { countOf } from '#src/format/numbers.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import classes from './navigation-tabs.module.css'

/**
 * The number of changes that wait or need the user, on the Outbox icon. Hidden from screen readers, which read
 * `OutboxWords`.
 */
export function OutboxCount() {
  const { waiting, needsAttention } = useOutbox()
  const count = waiting + needsAttention
  if (count === 0) return null
  return (
    <span className={classes.count} aria-hidden {...(needsAttention > 0 ? { 'data-needs-attention': '' } : {})}>
      {count > 99 ? '99+' : count}
    </span>
  )
}

/** The same in words, after the tab's title: "Outbox, 2 changes waiting, 1 needing attention". */
export function OutboxWords() {
  const { waiting, needsAttention } = useOutbox()
  const words = [
    ...(waiting > 0 ? [`${countOf(waiting, 'change')} waiting`] : []),
    ...(needsAttention > 0 ? [`${needsAttention} needing attention`] : []),
  ]
  return words.length === 0 ? null : <span className="visually-hidden">, {words.join(', ')}</span>
}
