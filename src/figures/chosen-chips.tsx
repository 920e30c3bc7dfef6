import { Button, CloseButton } from '@mantine/core'
import { type MouseEvent, useId } from 'react'
import { counted } from '#src/format/numbers.ts'
import classes from './expense-card.module.css'
import type { Chosen } from './use-chosen.ts'

/** So many are drawn: more are counted, and seen where they are chosen. */
const MAX_DRAWN = 30

interface ChosenChipsProps<One extends object> {
  readonly many: string
  readonly chosen: Chosen<One>
  readonly titleOf: (one: One) => string
  readonly keyOf: (one: One) => string
  readonly whereGone: string
  /** Opens the choice of all of them. */
  readonly onMore: () => void
  /** What had the focus is gone, and no other is there: it goes elsewhere. */
  readonly onNone: () => void
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Whose expenses are shown, each to be removed; none of them are all. */
export function ChosenChips<One extends object>(props: ChosenChipsProps<One>) {
  const { many, chosen, titleOf, keyOf, onMore, onNone } = props
  const { here, gone, choose } = chosen
  const labelId = useId()
  const remove = (one: One, { currentTarget }: MouseEvent<HTMLElement>) => {
    const chip = currentTarget.closest('li')
    const beside = chip?.nextElementSibling ?? chip?.previousElementSibling
    const next = beside?.querySelector<HTMLElement>('button')
    if (next) next.focus()
    else onNone()
    choose(here.filter((other) => keyOf(other) !== keyOf(one)))
  }
  const seen = () => {
    choose(here)
    onNone()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div role="group" aria-labelledby={labelId}>
      <p id={labelId} className={classes.label}>
        {`Chosen ${capital(many)}`}
        {here.length > 0 ? ` · ${counted(here.length)}` : null}
      </p>
      <div className={classes.chosen}>
        {gone.length > 0 ? <Gone {...props} onSeen={seen} /> : null}
        {here.length === 0 ? <p>{`All ${many}`}</p> : null}
        <ul className={classes.chips}>
          {here.slice(0, MAX_DRAWN).map((one) => (
            <li key={keyOf(one)} className={classes.chip}>
              <span>{titleOf(one)}</span>
              <CloseButton
                size="sm"
                iconSize={16}
                className={classes.remove}
                aria-label={`Remove ${titleOf(one)}`}
                onClick={(event) => remove(one, event)}
              />
            </li>
          ))}
          {here.length > MAX_DRAWN ? (
            <li>
              <Button size="compact-sm" variant="subtle" onClick={onMore}>
                {`${counted(here.length - MAX_DRAWN)} more`}
              </Button>
            </li>
          ) : null}
        </ul>
      </div>
    </div>
  )
}

interface GoneProps<One extends object> extends Pick<ChosenChipsProps<One>, 'chosen' | 'titleOf' | 'whereGone'> {
  readonly onSeen: () => void
}

/** Which of those that were chosen are no more, until the person has seen it or chooses anew. */
function Gone<One extends object>({ chosen, titleOf, whereGone, onSeen }: GoneProps<One>) {
  const names = chosen.gone.map(titleOf)
  return (
    <div className={classes.gone}>
      <p role="status">{`${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} no longer ${whereGone}.`}</p>
      <Button size="compact-sm" variant="subtle" onClick={onSeen}>
        OK
      </Button>
    </div>
  )
}
