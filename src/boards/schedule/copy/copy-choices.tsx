import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { BoundField } from '#src/form/fields/bound-field.ts'
import { CheckboxField } from '#src/form/fields/checkbox-field.tsx'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { PickerList, PickField } from '#src/form/pick/pick-field.tsx'
import { FARTHEST_WEEK, type ScheduleSearch } from '../schedule-search.ts'
import classes from './copy-week.module.css'
import { rowsOnScreen, type ScopeChoice, scopeChoices } from './scope-choices.ts'
import type { CopySettings, useCopyWeek } from './use-copy-week.ts'
import type { WeekList } from './use-week-list.ts'
import { WeekField } from './week-field.tsx'

type CopyChoicesProps = Pick<
  ReturnType<typeof useCopyWeek>,
  'settings' | 'changeSettings' | 'from' | 'to' | 'screen'
> & {
  readonly choice: ScheduleSearch
}

const IF_TAKEN = [
  { value: 'skip', title: 'Skip: leave them as they are' },
  { value: 'replace', title: 'Replace: copy over what is there' },
] as const

/** A field outside of a form, without validation. */
function bound<Value>(name: string, value: Value, handleChange: (value: Value) => void): BoundField<Value> {
  return { name, state: { value, meta: { errors: [] } }, handleChange, handleBlur: () => undefined }
}

/**
 * The choices for copying: from which week to which, scope days, and what happens to days that already have something.
 */
export function CopyChoices({ choice, settings, changeSettings, from, to, screen }: CopyChoicesProps) {
  const { scope, replaces, withDescriptions } = settings
  const ifTaken = bound('if_taken', replaces ? 'replace' : 'skip', (value: 'skip' | 'replace') =>
    changeSettings({ replaces: value === 'replace' }),
  )
  return (
    <div className={classes.choices}>
      <div className={classes.pair}>
        <WeekField
          label="From"
          week={from.week}
          offset={settings.from}
          onStep={(step) => changeSettings((now) => ({ from: step(now.from) }))}
        />
        <WeekField
          label="To"
          week={to.week}
          offset={settings.to}
          onStep={(step) => changeSettings((now) => ({ to: step(now.to) }))}
        />
      </div>
      <DirectionSwitch {...{ settings, changeSettings }} onScreen={choice.week} />
      <div className={classes.pair}>
        <PickField
          field={bound('whose', scope, (one) => changeSettings({ scope: one }))}
          label="Drivers"
          shown={scope.title}
        >
          {(pick) => <ScopePicks {...{ choice, from, screen }} picked={scope} onPick={pick} />}
        </PickField>
        <SelectField field={ifTaken} label="Days that already have something else" choices={IF_TAKEN} />
      </div>
      <CheckboxField
        field={bound('with_descriptions', withDescriptions, (value) => changeSettings({ withDescriptions: value }))}
        label="Copy descriptions too"
      />
    </div>
  )
}

interface DirectionSwitchProps extends Pick<CopyChoicesProps, 'settings' | 'changeSettings'> {
  /** The week that the page shows, in steps of seven days from today. */
  readonly onScreen: number
}

/**
 * One-click switch between the two usual choices: from the week on screen to the next, or from the previous week into
 * it.
 */
function DirectionSwitch({ settings, changeSettings, onScreen }: DirectionSwitchProps) {
  const isInto = settings.to === onScreen && settings.from === onScreen - 1
  const isFarthest = isInto ? onScreen >= FARTHEST_WEEK : onScreen <= -FARTHEST_WEEK
  const other: Partial<CopySettings> = isInto
    ? { from: onScreen, to: onScreen + 1 }
    : { from: onScreen - 1, to: onScreen }
  return (
    <Button
      variant="subtle"
      size="compact-md"
      className={classes.otherWay}
      disabled={isFarthest}
      onClick={() => changeSettings(other)}
    >
      {isInto ? 'Copy to the week after instead' : 'Copy from the week before instead'}
    </Button>
  )
}

interface ScopePicksProps {
  readonly choice: ScheduleSearch
  readonly from: WeekList
  readonly screen: WeekList
  readonly picked: ScopeChoice
  readonly onPick: (choice: ScopeChoice) => void
}

function ScopePicks({ choice: { filter }, from, screen, picked, onPick }: ScopePicksProps) {
  const choices = useMemo(
    () => scopeChoices(rowsOnScreen(from.side.rows, screen.side, filter), filter),
    [from.side.rows, screen.side, filter],
  )
  return (
    <PickerList
      list={from.list}
      what="The drivers"
      label="Drivers"
      choices={choices}
      picked={picked.value}
      onPick={onPick}
    />
  )
}
