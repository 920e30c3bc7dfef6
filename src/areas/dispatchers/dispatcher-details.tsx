import { type ReactNode, useState } from 'react'
import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import { fullName } from '#contract/wire/people.ts'
import { HistoryButton } from '#src/history/history-button.tsx'
import { UnfoldButton } from '#src/ui/control/unfold-button.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import classes from './dispatcher-card.module.css'

const DispatcherHistory = lazyPart(() => import('./dispatcher-history.tsx').then((module) => module.DispatcherHistory))

/** The shared props of a dispatcher's card and line in the compact list. */
export interface DispatcherRowProps {
  readonly dispatcher: Dispatcher
  readonly isExpanded: boolean
  readonly onToggle: (key: string) => void
  /** Opens the dialog that chooses the drivers. */
  readonly onDrivers: (dispatcher: Dispatcher) => void
  /** Renders the drivers with their week of the schedule, in the expanded card. */
  readonly team: (dispatcher: Dispatcher) => ReactNode
  /** The drivers' revenue in the chosen week, in dollars; null when unknown, missing for users who may not see it. */
  readonly revenue?: number | null | undefined
}

const detailsId = (dispatcher: Dispatcher) => `dispatcher-${dispatcher.id}-drivers`

/** Expands and collapses the drivers with their week. */
export function ExpandDispatcher({
  dispatcher,
  isExpanded,
  onToggle,
}: Pick<DispatcherRowProps, 'dispatcher' | 'isExpanded' | 'onToggle'>) {
  return (
    <UnfoldButton
      className={classes.toggle}
      name={`${fullName(dispatcher.user)}: drivers and their week`}
      controls={detailsId(dispatcher)}
      isExpanded={isExpanded}
      onToggle={() => onToggle(dispatcherKind.keyOf(dispatcher))}
    />
  )
}

/** The expanded part of a card; nothing while it is collapsed. */
export function DispatcherDetails({
  dispatcher,
  isExpanded,
  team,
}: Pick<DispatcherRowProps, 'dispatcher' | 'isExpanded' | 'team'>) {
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  if (!isExpanded) return null
  return (
    <div id={detailsId(dispatcher)} className={classes.details}>
      {team(dispatcher)}
      <div>
        <HistoryButton of={fullName(dispatcher.user)} onOpen={() => setIsHistoryOpen(true)} />
      </div>
      {isHistoryOpen ? <DispatcherHistory dispatcher={dispatcher} onClose={() => setIsHistoryOpen(false)} /> : null}
    </div>
  )
}
