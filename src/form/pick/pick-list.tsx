import { TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFocusFirst } from '#src/form/frame/use-focus-first.ts'
import { counted } from '#src/format/numbers.ts'
import { KEEPS_ESCAPE } from '#src/ui/dialog/use-early-escape.ts'
import classes from './pick-list.module.css'
import { foundIn, grouped, MAX_SHOWN, optionId, type Pickable, SEARCHED_FROM, stepFrom } from './pickable.ts'

interface PickListProps<Choice extends Pickable> {
  /** What is picked: "Truck of Maria Lopez". */
  readonly label: string
  readonly choices: readonly Choice[]
  /** The `value` of what is picked now; null for nothing. */
  readonly picked: string | null
  readonly onPick: (choice: Choice) => void
  /** Takes the focus when it comes: unless it is one of several fields, all is here for it. */
  readonly isFocused?: boolean
  /** Escape is for what it stands in: the dialog around that takes no notice of the key. */
  readonly keepsEscape?: boolean
}

/**
 * One of many, by the arrow keys and Enter, or by typing where there are more than eight. The focus stays in the search box
 * (or on the list), and a screen reader follows what the arrows reach.
 */
export function PickList<Choice extends Pickable>({
  label,
  choices,
  picked,
  onPick,
  isFocused = true,
  keepsEscape = false,
}: PickListProps<Choice>) {
  const pick = (choice: Choice) => {
    if (!choice.isDisabled) onPick(choice)
  }
  const { typed, type, found, shown, at, keys } = usePicking(choices, picked, pick)
  const frame = useFocusFirst<HTMLDivElement>()
  const id = useId()
  const isSearched = choices.length > SEARCHED_FROM
  const focused = isFocused || undefined
  const active = at && optionId(id, at)
  const keeping = (keepsEscape || typed !== '') && KEEPS_ESCAPE
  const act = (event: KeyboardEvent) => {
    // What is typed goes first; not every browser does that by itself.
    if (event.key === 'Escape' && !keepsEscape) type('')
    else keys(event)
  }
  return (
    <div ref={frame} className={classes.frame}>
      {isSearched ? (
        <TextInput
          type="search"
          aria-label={`Find: ${label}`}
          placeholder="Find"
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active}
          autoComplete="off"
          data-autofocus={focused}
          {...keeping}
          value={typed}
          onKeyDown={act}
          onChange={(event) => type(event.currentTarget.value)}
        />
      ) : null}
      <Options
        {...{ id, label, shown, at, picked, onPick: pick }}
        {...(!isSearched && {
          tabIndex: 0,
          'data-autofocus': focused,
          ...keeping,
          'aria-activedescendant': active,
          onKeyDown: act,
        })}
      />
      <p className={classes.note} role="status">
        {found.length === 0 ? 'Nothing is called that.' : null}
        {found.length > shown.length ? `${counted(found.length - shown.length)} more: type to find them.` : null}
      </p>
    </div>
  )
}

/** What is found of the choices, and which of them the keys have reached. */
function usePicking<Choice extends Pickable>(
  choices: readonly Choice[],
  picked: string | null,
  onPick: (choice: Choice) => void,
) {
  const [typed, setTyped] = useState('')
  const [reached, setReached] = useState<string | null>(null)
  const found = foundIn(choices, typed)
  const shown = found.slice(0, MAX_SHOWN)
  const valued = (value: string | null) => shown.find((one) => one.value === value)
  // What the arrows reached; else what is picked, and while something is typed what was found first.
  const at = valued(reached) ?? (typed === '' ? valued(picked) : undefined) ?? shown[0]
  const keys = (event: KeyboardEvent) => {
    const step = stepFrom(shown, at, event.key)
    if (step !== null) setReached(step.value)
    else if (event.key !== 'Enter') return
    else if (at !== undefined) onPick(at)
    // Enter picks; it does not send the form that this stands in.
    event.preventDefault()
  }
  const type = (text: string) => {
    setTyped(text)
    setReached(null)
  }
  return { typed, type, found, shown, at, keys }
}

interface OptionsProps<Choice extends Pickable> extends React.HTMLAttributes<HTMLDivElement> {
  readonly id: string
  readonly label: string
  readonly shown: readonly Choice[]
  readonly at: Choice | undefined
  readonly picked: string | null
  readonly onPick: (choice: Choice) => void
}

function Options<Choice extends Pickable>({ id, label, shown, at, picked, onPick, ...rest }: OptionsProps<Choice>) {
  const list = useRef<HTMLDivElement>(null)
  const reached = at?.value
  useEffect(() => {
    if (reached !== undefined) list.current?.querySelector('[data-reached]')?.scrollIntoView({ block: 'nearest' })
  }, [reached])
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className={classes.list} {...rest}>
      {grouped(shown).map(({ group, of }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options, and no fieldsets
        <div key={group} role="group" aria-label={group === '' ? label : group}>
          {group === '' ? null : (
            <p className={classes.group} aria-hidden>
              {group}
            </p>
          )}
          {of.map((choice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, or its search box
            <div
              key={choice.value}
              id={optionId(id, choice)}
              role="option"
              aria-selected={choice.value === picked}
              aria-disabled={choice.isDisabled}
              data-reached={choice === at || undefined}
              className={classes.option}
              onClick={() => onPick(choice)}
            >
              <span>{choice.title}</span>
              {choice.value === picked ? <IconCheck size={16} aria-hidden /> : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
