import { Button, CloseButton } from '@mantine/core'
import { type MouseEvent, useId } from 'react'
import { formatCount } from '#src/format/numbers.ts'
import classes from './expense-card.module.css'
import type { UserChoice } from './use-chosen.ts'

/** The most chips drawn. The rest are counted; the dialog shows them. */
const MAX_DRAWN = 30

interface ChosenChipsProps<One extends object> {
  readonly many: string
  readonly chosen: UserChoice<One>
  readonly titleOf: (one: One) => string
  readonly keyOf: (one: One) => string
  readonly whereGone: string
  /** Opens the dialog with the complete choice. */
  readonly onMore: () => void
  /** Moves the focus elsewhere, because the last focusable chip was removed. */
  readonly onNone: () => void
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The chosen items, each with a remove button. An empty choice means all. */
export function ChosenChips<One extends object>(props: ChosenChipsProps<One>) {
  const { many, chosen, titleOf, keyOf, onMore, onNone } = props
  const { here, gone, choose } = chosen
  const labelId = useId()
  const remove = (one: One, { currentTarget }: MouseEvent<HTMLElement>) => {
    const chip = currentTarget.closest('li')
    const neighbor = chip?.nextElementSibling ?? chip?.previousElementSibling
    const next = neighbor?.querySelector<HTMLElement>('button')
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
        {here.length > 0 ? ` · ${formatCount(here.length)}` : null}
      </p>
      <div className={classes.chosen}>
        {gone.length > 0 ? <GoneChoices {...props} onSeen={seen} /> : null}
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
                {`${formatCount(here.length - MAX_DRAWN)} more`}
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

/** Lists chosen items that no longer exist, until the user confirms with OK or chooses again. */
function GoneChoices<One extends object>({ chosen, titleOf, whereGone, onSeen }: GoneProps<One>) {
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
