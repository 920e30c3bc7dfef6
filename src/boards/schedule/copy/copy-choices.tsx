import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Bound } from '#src/form/fields/bound-field.ts'
import { CheckboxField } from '#src/form/fields/checkbox-field.tsx'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { PickField, Picks } from '#src/form/pick/pick-field.tsx'
import { FARTHEST_WEEK, type ScheduleSearch } from '../schedule-search.ts'
import classes from './copy-week.module.css'
import type { Asked, useCopyWeek } from './use-copy-week.ts'
import type { WeekList } from './use-week-list.ts'
import { WeekField } from './week-field.tsx'
import { rowsOnScreen, type WhoseChoice, whoseChoices } from './whose-choices.ts'

type CopyChoicesProps = Pick<ReturnType<typeof useCopyWeek>, 'asked' | 'ask' | 'from' | 'to' | 'screen'> & {
  readonly choice: ScheduleSearch
}

const IF_TAKEN = [
  { value: 'skip', title: 'Skip: leave them as they are' },
  { value: 'replace', title: 'Replace: copy over what is there' },
] as const

/** A field outside of a form: nothing is judged while it is chosen. */
function bound<Value>(name: string, value: Value, handleChange: (value: Value) => void): Bound<Value> {
  return { name, state: { value, meta: { errors: [] } }, handleChange, handleBlur: () => undefined }
}

/** Which week, to which, whose days, and what becomes of days that have something already. */
export function CopyChoices({ choice, asked, ask, from, to, screen }: CopyChoicesProps) {
  const { whose, replaces, withDescriptions } = asked
  const ifTaken = bound('if_taken', replaces ? 'replace' : 'skip', (value: 'skip' | 'replace') =>
    ask({ replaces: value === 'replace' }),
  )
  return (
    <div className={classes.choices}>
      <div className={classes.pair}>
        <WeekField
          label="From"
          week={from.week}
          offset={asked.from}
          onStep={(step) => ask((now) => ({ from: step(now.from) }))}
        />
        <WeekField
          label="To"
          week={to.week}
          offset={asked.to}
          onStep={(step) => ask((now) => ({ to: step(now.to) }))}
        />
      </div>
      <OtherWay {...{ asked, ask }} onScreen={choice.week} />
      <div className={classes.pair}>
        <PickField field={bound('whose', whose, (one) => ask({ whose: one }))} label="Drivers" shown={whose.title}>
          {(pick) => <WhosePicks {...{ choice, from, screen }} picked={whose} onPick={pick} />}
        </PickField>
        <SelectField field={ifTaken} label="Days that already have something else" choices={IF_TAKEN} />
      </div>
      <CheckboxField
        field={bound('with_descriptions', withDescriptions, (value) => ask({ withDescriptions: value }))}
        label="Copy descriptions too"
      />
    </div>
  )
}

interface OtherWayProps extends Pick<CopyChoicesProps, 'asked' | 'ask'> {
  /** The week that the page shows. */
  readonly onScreen: number
}

/** The other thing that is often wanted, in one step: into the week on screen instead of out of it. */
function OtherWay({ asked, ask, onScreen }: OtherWayProps) {
  const isInto = asked.to === onScreen && asked.from === onScreen - 1
  const isFarthest = isInto ? onScreen >= FARTHEST_WEEK : onScreen <= -FARTHEST_WEEK
  const other: Partial<Asked> = isInto ? { from: onScreen, to: onScreen + 1 } : { from: onScreen - 1, to: onScreen }
  return (
    <Button
      variant="subtle"
      size="compact-md"
      className={classes.otherWay}
      disabled={isFarthest}
      onClick={() => ask(other)}
    >
      {isInto ? 'Copy to the week after instead' : 'Copy from the week before instead'}
    </Button>
  )
}

interface WhosePicksProps {
  readonly choice: ScheduleSearch
  readonly from: WeekList
  readonly screen: WeekList
  readonly picked: WhoseChoice
  readonly onPick: (choice: WhoseChoice) => void
}

function WhosePicks({ choice: { filter }, from, screen, picked, onPick }: WhosePicksProps) {
  const choices = useMemo(
    () => whoseChoices(rowsOnScreen(from.side.rows, screen.side, filter), filter),
    [from.side.rows, screen.side, filter],
  )
  return (
    <Picks
      list={from.list}
      what="The drivers"
      label="Drivers"
      choices={choices}
      picked={picked.value}
      onPick={onPick}
    />
  )
}
