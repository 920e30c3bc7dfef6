import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Dispatcher, dispatcherKind } from '#contract/people/dispatchers.ts'
import { fullName } from '#contract/wire/people.ts'
import { HistoryButton } from '#src/history/history-button.tsx'
import { UnfoldButton } from '#src/ui/control/unfold-button.tsx'
import classes from './dispatcher-card.module.css'

const DispatcherHistory = lazy(() =>
  import('./dispatcher-history.tsx').then((module) => ({ default: module.DispatcherHistory })),
)

/** What a dispatcher's card and line in the compact list are given alike. */
export interface DispatcherRowProps {
  readonly dispatcher: Dispatcher
  readonly isExpanded: boolean
  readonly onToggle: (key: string) => void
  /** Asks for the dialog in which the drivers are chosen. */
  readonly onDrivers: (dispatcher: Dispatcher) => void
  /** The drivers with their week of the schedule, shown in the expanded card. */
  readonly team: (dispatcher: Dispatcher) => ReactNode
  /** What the drivers brought in in the chosen week, in dollars; null where that is not known, absent where it is not told. */
  readonly revenue?: number | null | undefined
}

const detailsId = (dispatcher: Dispatcher) => `dispatcher-${dispatcher.id}-drivers`

/** Opens and closes the drivers with their week. */
export function UnfoldDispatcher({
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

/** Nothing unless it is opened. */
export function Unfolded({
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
      <Suspense>
        {isHistoryOpen ? <DispatcherHistory dispatcher={dispatcher} onClose={() => setIsHistoryOpen(false)} /> : null}
      </Suspense>
    </div>
  )
}
