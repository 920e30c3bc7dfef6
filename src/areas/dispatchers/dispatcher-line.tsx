import { memo } from 'react'
import { dispatcherKind } from '#contract/dispatchers.ts'
import { fullName } from '#contract/people.ts'
import { useMark } from '#src/offline/outbox/use-outbox.ts'
import { WaitingMark } from '#src/ui/waiting-mark.tsx'
import { DispatcherFacts } from './dispatcher-facts.tsx'
import classes from './dispatcher-line.module.css'
import { DispatcherStatusMenu } from './dispatcher-status-menu.tsx'
import { type DispatcherRowProps, UnfoldButton, Unfolded } from './dispatcher-unfolding.tsx'

/** A dispatcher in the compact list: one line, or two where it is narrow. Renders anew as seldom as a card. */
export const DispatcherLine = memo(function DispatcherLine(props: DispatcherRowProps) {
  const { dispatcher } = props
  const name = fullName(dispatcher.user)
  const mark = useMark(dispatcherKind, dispatcherKind.keyOf(dispatcher))
  return (
    <article className={classes.row} aria-label={name}>
      <div className={classes.line}>
        <header className={classes.head}>
          <h2 className={classes.name}>{name}</h2>
          <WaitingMark mark={mark} />
        </header>
        <span className={classes.status}>
          <DispatcherStatusMenu dispatcher={dispatcher} />
        </span>
        <DispatcherFacts {...props} className={classes.facts} />
        <UnfoldButton {...props} />
      </div>
      <Unfolded {...props} />
    </article>
  )
})
