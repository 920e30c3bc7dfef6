import { type ReactElement, useMemo, useState } from 'react'
import type { Driver } from '#contract/people/drivers.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { type UnitName, unitNumberOf, unitRefOf } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { assignUnitToDriver } from '#src/areas/drivers/changes/assign-unit.ts'
import { unitOf } from '#src/areas/drivers/changes/unit-by-id.ts'
import { PickBeside } from '#src/form/pick/pick-beside.tsx'
import { unitList } from '#src/lookups/unit-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { useToday } from '#src/ui/use-now.ts'
import { unitChoices } from '../unit-choices.ts'
import { UNIT_TITLES } from '../unit-words.ts'

interface UnitPickerProps {
  readonly driver: Driver
  readonly kind: UnitKind
  readonly anchor: ReactElement
  readonly onClose: () => void
}

/** Picks a driver's truck or trailer. It asks for confirmation before it takes a unit from another driver. */
export function UnitPicker({ driver, kind, anchor, onClose }: UnitPickerProps) {
  const list = useAllRows(useMemo(() => unitList(kind), [kind]))
  const today = useToday()
  const had = unitOf(driver, kind, list.rows)
  const picked = had === null ? '' : unitRefOf(had)
  const [asked, setAsked] = useState<UnitName | null>(null)
  const give = (to: UnitName | null) => {
    onClose()
    assignUnitToDriver({ driver, kind, to, known: list.rows }).catch(toastFailure)
  }
  const pick = (to: UnitName | null) => {
    if ((to === null ? '' : unitRefOf(to)) === picked) onClose()
    else if (to !== null && to.driver !== null && to.driver.id !== driver.id) setAsked(to)
    else give(to)
  }
  if (asked !== null) return <TakeQuestion unit={asked} of={driver} onConfirm={() => give(asked)} onClose={onClose} />
  return (
    <PickBeside
      label={`${UNIT_TITLES[kind]} of ${fullName(driver.user)}`}
      anchor={anchor}
      list={list}
      many={`${UNIT_TITLES[kind]}s`}
      choices={() => unitChoices(list.rows, kind, driver.id, today)}
      picked={picked}
      onPick={({ content }) => pick(content)}
      onClose={onClose}
    />
  )
}

interface TakeQuestionProps {
  readonly unit: UnitName
  readonly of: Driver
  readonly onConfirm: () => void
  readonly onClose: () => void
}

function TakeQuestion({ unit, of, onConfirm, onClose }: TakeQuestionProps) {
  const holder = unit.driver === null ? '' : fullName(unit.driver)
  const title = `${UNIT_TITLES[unit.kind]} ${unitNumberOf(unit)} is assigned to ${holder}`
  return (
    <Question title={title} confirm={`Take it from ${holder}`} onConfirm={onConfirm} onClose={onClose}>
      {holder} will have no {unit.kind}; {fullName(of.user)} will have {unitNumberOf(unit)} from today.
    </Question>
  )
}
