import { Button } from '@mantine/core'
import { type ReactElement, useMemo, useState } from 'react'
import type { Driver } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import type { UnitName, UnitSort } from '#contract/units.ts'
import { BesideFrame } from '#src/form/beside-frame.tsx'
import { PickList } from '#src/form/pick-list.tsx'
import { useAllRows } from '#src/offline/use-all-rows.ts'
import type { ReadList } from '#src/offline/use-list.ts'
import { unitList } from '#src/picks/unit-name-queries.ts'
import { AgeLabel } from '#src/ui/age-label.tsx'
import { Question } from '#src/ui/question.tsx'
import { toastFailure } from '#src/ui/toast.ts'
import { giveUnit } from './give-unit.ts'
import { unitChoices } from './unit-choices.ts'
import classes from './unit-picker.module.css'
import { UNIT_TITLES } from './unit-words.ts'

interface UnitPickerProps {
  readonly driver: Driver
  readonly sort: UnitSort
  readonly anchor: ReactElement
  readonly onClose: () => void
}

/** Which truck or trailer a driver shall have; one that somebody else has is taken from there, after a question. */
export function UnitPicker({ driver, sort, anchor, onClose }: UnitPickerProps) {
  const list = useAllRows(useMemo(() => unitList(sort), [sort]))
  const [asked, setAsked] = useState<UnitName | null>(null)
  const give = (to: UnitName | null) => {
    onClose()
    giveUnit({ driver, sort, to, known: list.rows }).catch(toastFailure)
  }
  const pick = (to: UnitName | null) => {
    if ((to?.id ?? null) === driver[sort]) onClose()
    else if (to !== null && to.driver !== null && to.driver.id !== driver.id) setAsked(to)
    else give(to)
  }
  if (asked !== null) return <TakeQuestion unit={asked} of={driver} onConfirm={() => give(asked)} onClose={onClose} />
  const label = `${UNIT_TITLES[sort]} of ${fullName(driver.user)}`
  return (
    <BesideFrame title={label} anchor={anchor} isDirty={false} width={380} onClose={onClose}>
      {list.state === 'ready' ? (
        <>
          <PickList
            label={label}
            choices={unitChoices(list.rows, sort, driver.id)}
            picked={driver[sort] ?? ''}
            onPick={({ content }) => pick(content)}
          />
          <p className={classes.note}>
            {list.hasMore ? 'Not all of them are here yet · ' : ''}
            {UNIT_TITLES[sort]}s <AgeLabel at={list.updatedAt} form="as_of" />
          </p>
        </>
      ) : (
        <NoUnits list={list} sort={sort} />
      )}
    </BesideFrame>
  )
}

function NoUnits({ list, sort }: { readonly list: ReadList<UnitName>; readonly sort: UnitSort }) {
  if (list.state === 'loading') {
    return (
      // Where the focus waits: Escape closes the frame.
      <p className={classes.note} tabIndex={-1} data-autofocus>
        Loading...
      </p>
    )
  }
  const why = list.state === 'not_saved' ? 'not saved on this device yet.' : 'could not be loaded.'
  return (
    <div className={classes.none}>
      <p>
        The {sort}s are {why}
      </p>
      <Button variant="default" size="compact-sm" data-autofocus onClick={() => void list.refetch()}>
        Try again
      </Button>
    </div>
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
  const title = `${UNIT_TITLES[unit.kind]} ${unit.id} is assigned to ${holder}`
  return (
    <Question title={title} confirm={`Take it from ${holder}`} onConfirm={onConfirm} onClose={onClose}>
      {holder} will have no {unit.kind}; {fullName(of.user)} will have {unit.id} from today.
    </Question>
  )
}
