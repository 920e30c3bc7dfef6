import { Button, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useFocusFirst } from '#src/form/frame/use-focus-first.ts'
import { formatCount } from '#src/format/numbers.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import {
  type CheckChoice,
  chosenFirst,
  isChanged,
  MAX_DRAWN,
  matchingChoices,
  SEARCHED_BEYOND,
  toggled,
} from './check-choices.ts'
import classes from './check-list.module.css'

interface CheckListProps {
  /** The name of what is selected: "Fleet Manager". */
  readonly label: string
  /** The state of the choices' query: why there are none. */
  readonly list: Pick<ReadList<unknown>, 'state' | 'problem' | 'isRefreshing' | 'refetch'>
  readonly choices: readonly CheckChoice[]
  readonly chosen: readonly string[]
  /** The most choices that can be saved. */
  readonly most?: number
  readonly onSave: (chosen: readonly string[]) => void
}

/**
 * Checkboxes for several of many choices. The selection takes effect when it is saved. More than eight choices can be
 * searched.
 */
export function CheckList({ list, ...props }: CheckListProps) {
  if (list.state === 'loading') return <p role="status">Loading...</p>
  if (list.state !== 'ready') return <NoChoices label={props.label} list={list} />
  return <Checks {...props} />
}

function Checks({ label, choices, chosen, most = Number.POSITIVE_INFINITY, onSave }: Omit<CheckListProps, 'list'>) {
  const [before] = useState<ReadonlySet<string>>(() => new Set(chosen))
  const [now, setNow] = useState(before)
  const [typed, setTyped] = useState('')
  const all = useMemo(() => chosenFirst(choices, before), [choices, before])
  const found = matchingChoices(all, typed)
  const shown = found.slice(0, MAX_DRAWN)
  const canSave = isChanged(before, now) && now.size <= most
  const isSearched = choices.length > SEARCHED_BEYOND
  const frame = useFocusFirst<HTMLFormElement>()
  return (
    <form
      ref={frame}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) onSave([...now])
      }}
    >
      {isSearched ? (
        <TextInput
          type="search"
          aria-label={`Find: ${label}`}
          placeholder="Find"
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      <fieldset className={classes.list}>
        <legend className="visually-hidden">{label}</legend>
        {shown.map(({ value, title }, at) => (
          <label key={value} className={classes.choice}>
            <input
              type="checkbox"
              data-autofocus={(!isSearched && at === 0) || undefined}
              checked={now.has(value)}
              onChange={() => setNow(toggled(now, value))}
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      <p className={classes.note} role="status">
        {found.length === 0 ? (typed === '' ? 'There are none.' : 'Nothing found.') : null}
        {found.length > shown.length
          ? `${formatCount(found.length - shown.length)} more. Type a few letters to find them.`
          : null}
      </p>
      <div className={classes.foot}>
        <span className={classes.note}>
          {now.size === 0 ? 'All' : `${formatCount(now.size)} of ${formatCount(choices.length)}`}
          {now.size > most ? ` · ${formatCount(most)} at most` : null}
        </span>
        <Button size="compact-md" variant="subtle" disabled={now.size === 0} onClick={() => setNow(new Set())}>
          Clear
        </Button>
        <Button size="compact-md" type="submit" disabled={!canSave}>
          Save
        </Button>
      </div>
    </form>
  )
}

function NoChoices({ label, list }: Pick<CheckListProps, 'label' | 'list'>) {
  return (
    <div className={classes.form}>
      <p role="status">
        {list.state === 'not_saved'
          ? `What can be chosen for ${label} is not saved on this device yet. It appears as soon as there is a network.`
          : (list.problem?.message ?? 'The choices could not be loaded.')}
      </p>
      <Button variant="default" data-autofocus loading={list.isRefreshing} onClick={() => void list.refetch()}>
        Try again
      </Button>
    </div>
  )
}
