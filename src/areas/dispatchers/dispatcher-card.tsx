import { memo } from 'react'
import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { ContactLine } from '#src/ui/person/contact-line.tsx'
import classes from './dispatcher-card.module.css'
import { DispatcherDetails, type DispatcherRowProps, ExpandDispatcher } from './dispatcher-details.tsx'
import { DispatcherFacts } from './dispatcher-facts.tsx'
import { DispatcherPhoto } from './dispatcher-photo.tsx'
import { DispatcherStatusMenu } from './dispatcher-status-menu.tsx'

/** A dispatcher in the list. A card renders again only when its own dispatcher changes. */
export const DispatcherCard = memo(function DispatcherCard(props: DispatcherRowProps) {
  const { dispatcher } = props
  const name = fullName(dispatcher.user)
  const mark = useMark(dispatcherKind, dispatcherKind.keyOf(dispatcher))
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.summary}>
        <DispatcherPhoto dispatcher={dispatcher} />
        <header className={classes.head}>
          <h2 className={classes.name} translate="no">
            {name}
          </h2>
          <WaitingMark mark={mark} />
          <span className={classes.status}>
            <DispatcherStatusMenu dispatcher={dispatcher} />
          </span>
        </header>
        <ContactLine person={dispatcher.user} className={classes.contact} />
        <DispatcherFacts {...props} className={classes.facts} />
        <ExpandDispatcher {...props} />
      </div>
      <DispatcherDetails {...props} />
    </article>
  )
})
