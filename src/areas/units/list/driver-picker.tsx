import { type ReactElement, useState } from 'react'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { fullName } from '#contract/wire/people.ts'
import { saveDriver } from '#src/areas/units/changes/place-unit.ts'
import { formerUnitNumber } from '#src/areas/units/changes/placing.ts'
import { unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { PickBeside } from '#src/form/pick/pick-beside.tsx'
import { driverNames } from '#src/lookups/driver-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { useToday } from '#src/ui/use-now.ts'
import { type DriverChoice, driverChoices } from '../driver-choices.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'

interface DriverPickerProps {
  readonly unit: Unit
  readonly anchor: ReactElement
  readonly onClose: () => void
}

type PickedDriver = NonNullable<DriverChoice['content']>

/** Picks a unit's driver. It asks for confirmation if the driver has another unit of this kind, which becomes free. */
export function DriverPicker({ unit, anchor, onClose }: DriverPickerProps) {
  const list = useAllRows(driverNames)
  const today = useToday()
  const [asked, setAsked] = useState<PickedDriver | null>(null)
  const give = (picked: PickedDriver | null) => {
    onClose()
    if (picked === null) return void saveDriver(unit, null, null).catch(toastFailure)
    const { had = null, ...to } = picked
    saveDriver(unit, to, had).catch(toastFailure)
  }
  const pick = (picked: PickedDriver | null) => {
    if ((picked?.id ?? null) === unit.driver) onClose()
    else if (picked?.had) setAsked(picked)
    else give(picked)
  }
  if (asked !== null) return <GiveBackQuestion {...{ unit, asked, onClose }} onConfirm={() => give(asked)} />
  return (
    <PickBeside
      label={`Driver of ${unitTitle(unit)}`}
      anchor={anchor}
      list={list}
      many="Drivers"
      choices={() => driverChoices(list.rows, unit, today)}
      picked={unit.driver === null ? '' : `${unit.driver}`}
      onPick={({ content }) => pick(content)}
      onClose={onClose}
    />
  )
}

interface GiveBackQuestionProps {
  readonly unit: Unit
  readonly asked: PickedDriver
  readonly onConfirm: () => void
  readonly onClose: () => void
}

function GiveBackQuestion({ unit, asked, onConfirm, onClose }: GiveBackQuestionProps) {
  const { noun } = UNIT_WORDS[unit.kind]
  const [name, had, number] = [fullName(asked), asked.had && formerUnitNumber(asked.had), unitNumberOf(unit)]
  const loser = unit.holder && unit.holder.id !== asked.id ? ` ${fullName(unit.holder)} will have no ${noun}.` : ''
  return (
    <Question
      title={`${name} has ${noun} ${had}`}
      confirm={`Give ${name} ${number} instead`}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {name} will have {number} from today, and {had} will be unassigned.{loser}
    </Question>
  )
}
