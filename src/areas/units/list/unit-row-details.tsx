import { unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { UnfoldButton } from '#src/ui/control/unfold-button.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import classes from './unit-card.module.css'

const UnitDetails = lazyPart(() =>
  import('#src/areas/units/detail/unit-details.tsx').then((module) => module.UnitDetails),
)

/** The shared props of a unit's card and line in the compact list. */
export interface UnitRowProps {
  readonly unit: Unit
  /** The search that found it; empty for none. */
  readonly find: string
  readonly isExpanded: boolean
  /** Expands or collapses the row with this key. */
  readonly onToggle: (key: string) => void
}

const detailsId = (unit: Unit) => `unit-${unitKind.keyOf(unit)}-details`

/** Expands and collapses the details of a unit. */
export function ExpandUnit({ unit, isExpanded, onToggle }: Omit<UnitRowProps, 'find'>) {
  return (
    <UnfoldButton
      className={classes.toggle}
      name={`${unitTitle(unit)}: identifiers, fleet manager and expenses`}
      controls={detailsId(unit)}
      isExpanded={isExpanded}
      onToggle={() => onToggle(unitKind.keyOf(unit))}
    />
  )
}

/** The expanded part of a card; nothing while it is collapsed. */
export function UnitRowDetails({ unit, isExpanded }: Pick<UnitRowProps, 'unit' | 'isExpanded'>) {
  if (!isExpanded) return null
  return (
    <div id={detailsId(unit)}>
      <UnitDetails unit={unit} meanwhile={<div className={classes.opening} />} />
    </div>
  )
}
