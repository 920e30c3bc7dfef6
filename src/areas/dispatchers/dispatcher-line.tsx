import { memo } from 'react'
import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { PersonLine } from '#src/ui/person/person-line.tsx'
import { DispatcherDetails, type DispatcherRowProps, ExpandDispatcher } from './dispatcher-details.tsx'
import { DispatcherFacts } from './dispatcher-facts.tsx'
import classes from './dispatcher-line.module.css'
import { DispatcherStatusMenu } from './dispatcher-status-menu.tsx'

/** A dispatcher in the compact list. A line renders again only when its own dispatcher changes. */
export const DispatcherLine = memo(function DispatcherLine(props: DispatcherRowProps) {
  const { dispatcher } = props
  return (
    <PersonLine
      className={classes.row}
      name={fullName(dispatcher.user)}
      mark={useMark(dispatcherKind, dispatcherKind.keyOf(dispatcher))}
      status={<DispatcherStatusMenu dispatcher={dispatcher} />}
      facts={<DispatcherFacts {...props} className={classes.facts} />}
      unfold={<ExpandDispatcher {...props} />}
    >
      <DispatcherDetails {...props} />
    </PersonLine>
  )
})
