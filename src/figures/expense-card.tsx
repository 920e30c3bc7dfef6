import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { LATEST_EXPENSE_WEEK } from '#src/format/week.ts'
import type { AmountOfDays } from '#src/offline/reading/amount-query.ts'
import type { DeclaredQuery } from '#src/offline/reading/declared-query.ts'
import { useSession } from '#src/session/session.ts'
import { Card } from '#src/ui/page/card.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { useToday } from '#src/ui/use-now.ts'
import type { StoredChoice } from './choice-store.ts'
import { ChosenChips } from './chosen-chips.tsx'
import classes from './expense-card.module.css'
import { ExpenseFoot, type ExpenseSource } from './expense-foot.tsx'
import { ExpenseTotal } from './expense-total.tsx'
import { ExpenseWeek } from './expense-week.tsx'
import { type ChoiceSource, type UserChoice, useChosen } from './use-chosen.ts'
import { useWeekAmount } from './use-week-amount.ts'

const ChoiceDialog = lazyPart(() => import('./choice-dialog.tsx').then((module) => module.ChoiceDialog))

/** The subject of an expense card: trucks or drivers. */
export interface ExpenseSubject<One extends object> extends ChoiceSource<One> {
  readonly title: string
  /** The plural noun for the choices: "trucks". */
  readonly many: string
  readonly titleOf: (one: One) => string
  /** Ends the sentence "… is no longer": "in the fleet". */
  readonly whereGone: string
  /** The query for their expenses in a week. Week -1 ends today. */
  readonly amountIn: (week: number, chosen: readonly One[]) => DeclaredQuery<AmountOfDays>
}

interface ExpenseCardProps<One extends object> {
  readonly subject: ExpenseSubject<One>
  /** The source of the figures. */
  readonly source: ExpenseSource
}

/** The expenses of the chosen items in one week. */
export function ExpenseCard<One extends object>(props: ExpenseCardProps<One>) {
  const { choice, title } = props.subject
  const userId = useSession().user?.id ?? 0
  const storedChoice = useSyncExternalStore(choice.subscribe, () => choice.get(userId))
  // The page loads the stored choice first. If it has not, no request is sent before the choice is known.
  return storedChoice === null ? <Card title={title}>{null}</Card> : <OpenedCard {...props} made={storedChoice} />
}

interface OpenedCardProps<One extends object> extends ExpenseCardProps<One> {
  /** The user's stored choice. */
  readonly made: StoredChoice<One>
}

/** The card has the same height in every state, so nothing jumps. */
function OpenedCard<One extends object>({ subject, source, made }: OpenedCardProps<One>) {
  const { title, many, titleOf, amountIn, choice } = subject
  const today = useToday()
  const [index, setIndex] = useState(LATEST_EXPENSE_WEEK)
  const [isChoosing, setIsChoosing] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const chosen = useChosen(subject, made, isChoosing)
  const { reading, week } = useWeekAmount(amountIn(index, chosen.here), index, today)
  const choose = () => setIsChoosing(true)
  return (
    <Card
      title={title}
      actions={
        <Button ref={add} variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={choose}>
          {`Choose ${many}`}
        </Button>
      }
    >
      <div className={classes.expenses}>
        <ChosenChips
          {...{ many, titleOf, chosen }}
          keyOf={choice.keyOf}
          whereGone={subject.whereGone}
          onMore={choose}
          onNone={() => add.current?.focus()}
        />
        <ExpenseWeek {...{ index, week, today }} onWeek={setIndex} />
        <ExpenseTotal reading={reading} />
        <ExpenseFoot {...{ reading, source }} />
      </div>
      {isChoosing ? (
        <ChoiceDialog many={many} {...choicesOf(subject, chosen)} onClose={() => setIsChoosing(false)} />
      ) : null}
    </Card>
  )
}

/** The props of the choice dialog. */
function choicesOf<One extends object>(
  { choice, titleOf }: ExpenseSubject<One>,
  { here, list, choose }: UserChoice<One>,
) {
  const { keyOf } = choice
  // A chosen item may be missing from the rows: the device's list can be older than the choice.
  const all = new Map([...here, ...list.rows].map((one) => [keyOf(one), one]))
  return {
    list,
    choices: [...all].map(([value, one]) => ({ value, title: titleOf(one) })),
    chosen: here.map(keyOf),
    onSave: (values: readonly string[]) => {
      const ticked = new Set(values)
      choose([...all].flatMap(([value, one]) => (ticked.has(value) ? [one] : [])))
    },
  }
}
