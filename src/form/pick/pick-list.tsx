import { Button, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useFocusFirst } from '#src/form/frame/use-focus-first.ts'
import { formatCount } from '#src/format/numbers.ts'
import { KEEPS_ESCAPE } from '#src/ui/dialog/use-early-escape.ts'
import { othersWords, splitFound } from '#src/ui/text/split-found.ts'
import { OptionTitle } from './option-title.tsx'
import classes from './pick-list.module.css'
import {
  choiceByKey,
  grouped,
  MAX_DRAWN,
  matchingChoices,
  optionId,
  type Pickable,
  SEARCHED_BEYOND,
  SEARCHED_CHOICES,
} from './pickable.ts'

interface PickListProps<Choice extends Pickable> {
  /** The label: "Truck of Maria Lopez". */
  readonly label: string
  readonly choices: readonly Choice[]
  /** The `value` of the current choice; null for none. */
  readonly picked: string | null
  readonly onPick: (choice: Choice) => void
  /** Takes the focus when it appears. Set it to false for a list among other fields. */
  readonly isFocused?: boolean
  /** Escape is handled by the surrounding element, and the dialog around it ignores the key. */
  readonly keepsEscape?: boolean
}

/**
 * Picks one of many choices with the arrow keys and Enter, or with a search field if there are more than eight. The
 * focus stays in the search field (or on the list), and screen readers follow the active option.
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
  const { typed, type, found, split, isOpen, toggle, shown, at, keys } = usePickList(choices, picked, pick)
  const frame = useFocusFirst<HTMLDivElement>()
  const id = useId()
  const isSearched = choices.length > SEARCHED_BEYOND
  const focused = isFocused || undefined
  const active = at && optionId(id, at)
  const keeping = (keepsEscape || typed !== '') && KEEPS_ESCAPE
  const act = (event: KeyboardEvent) => {
    // Escape first clears the search text. Not every browser does that on its own.
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
        {...{ id, label, find: typed, shown, at, picked, onPick: pick }}
        {...(!isSearched && {
          tabIndex: 0,
          'data-autofocus': focused,
          ...keeping,
          'aria-activedescendant': active,
          onKeyDown: act,
        })}
      />
      <p className={classes.note} role="status">
        {noteWords(typed, { found: found.length, shown: shown.length, isNamed: split !== null })}
      </p>
      {split ? (
        <Button variant="default" size="compact-sm" className={classes.others} aria-expanded={isOpen} onClick={toggle}>
          {othersWords(split)}
        </Button>
      ) : null}
    </div>
  )
}

interface NoteFacts {
  readonly found: number
  readonly shown: number
  /** The search names one record. */
  readonly isNamed: boolean
}

/** What the list does not show. */
function noteWords(typed: string, { found, shown, isNamed }: NoteFacts): string {
  if (found === 0) return isNamed ? `No match for “${typed.trim()}”.` : 'Nothing found.'
  return found > shown ? `${formatCount(found - shown)} more. Type a few letters to find them.` : ''
}

/**
 * The matching choices and the active one. The choice that a search names is shown alone until the user asks for the
 * others.
 */
function usePickList<Choice extends Pickable>(
  choices: readonly Choice[],
  picked: string | null,
  onPick: (choice: Choice) => void,
) {
  const [typed, setTyped] = useState('')
  const [reached, setReached] = useState<string | null>(null)
  const [openedFor, setOpenedFor] = useState('')
  // Arrow keys render again, and a fleet can have thousands of units.
  const { matching, split } = useMemo(() => {
    const rows = matchingChoices(choices, typed)
    return { matching: rows, split: splitFound(typed, { rows, count: rows.length }, SEARCHED_CHOICES) }
  }, [choices, typed])
  const isOpen = split !== null && openedFor === typed
  const toggle = () => setOpenedFor(isOpen ? '' : typed)
  const found = split === null || isOpen ? matching : matching.filter((choice) => split.first.includes(choice))
  const shown = found.slice(0, MAX_DRAWN)
  const valued = (value: string | null) => shown.find((one) => one.value === value)
  // The option reached by arrow keys, or else the current choice, or during a search the first match.
  const at = valued(reached) ?? (typed === '' ? valued(picked) : undefined) ?? shown[0]
  const keys = (event: KeyboardEvent) => {
    const step = choiceByKey(shown, at, event.key)
    if (step !== null) setReached(step.value)
    else if (event.key !== 'Enter') return
    else if (at !== undefined) onPick(at)
    // Enter picks the option and must not submit the surrounding form.
    event.preventDefault()
  }
  const type = (text: string) => {
    setTyped(text)
    setReached(null)
  }
  return { typed, type, found, split, isOpen, toggle, shown, at, keys }
}

interface OptionsProps<Choice extends Pickable> extends React.HTMLAttributes<HTMLDivElement> {
  readonly id: string
  readonly label: string
  readonly find: string
  readonly shown: readonly Choice[]
  readonly at: Choice | undefined
  readonly picked: string | null
  readonly onPick: (choice: Choice) => void
}

function Options<Choice extends Pickable>({
  id,
  label,
  find,
  shown,
  at,
  picked,
  onPick,
  ...rest
}: OptionsProps<Choice>) {
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
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list or its search field has the focus
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
              <OptionTitle choice={choice} find={find} />
              {choice.value === picked ? <IconCheck size={16} aria-hidden /> : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
