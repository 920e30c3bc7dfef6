import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { countOf, formatCount } from '#src/format/numbers.ts'
import { asTitle } from '#src/format/value-words.ts'
import { ChoiceMenu } from '#src/list/filter/choice-menu.tsx'
import classes from './outbox.module.css'
import { groupTitle } from './outbox-items.ts'
import { GROUP_NAMES, type OutboxChoice } from './outbox-search.ts'

/** Milliseconds after the last letter until the URL is written. */
const TYPING_ENDS_AFTER = 300

const STATES = [
  { value: '', title: 'All' },
  ...GROUP_NAMES.map((name) => ({ value: name, title: groupTitle(name) })),
] as const

interface OutboxToolbarProps {
  readonly choice: OutboxChoice
  readonly onChoose: (choice: OutboxChoice) => void
  /** The text of the search field. The URL follows it. */
  readonly typed: string
  readonly onType: (text: string) => void
  readonly kinds: readonly string[]
  /** The number of changes, and the number that match (`shown`). */
  readonly count: number
  readonly shown: number
}

/** The filters of the Outbox: state, area and search text. */
export function OutboxToolbar({ choice, onChoose, typed, onType, kinds, count, shown }: OutboxToolbarProps) {
  useUrlFollows(typed, choice.q, (q) => onChoose({ ...choice, q }), onType)
  const isFiltered = choice.state !== '' || choice.about !== '' || typed.trim() !== ''
  return (
    <search className={classes.toolbar} aria-label="Changes">
      <TextInput
        className={classes.search}
        type="search"
        autoComplete="off"
        aria-label="Search in changes"
        placeholder="Search"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={typed === '' ? null : <CloseButton aria-label="Clear the search" onClick={() => onType('')} />}
        rightSectionWidth={44}
        rightSectionPointerEvents="all"
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <ChoiceMenu
        label="Show"
        value={choice.state}
        choices={STATES}
        onChoose={(state) => onChoose({ ...choice, state, q: typed })}
      />
      <ChoiceMenu
        label="About"
        value={choice.about}
        choices={[{ value: '', title: 'All' }, ...kinds.map((kind) => ({ value: kind, title: asTitle(kind) }))]}
        onChoose={(about) => onChoose({ ...choice, about, q: typed })}
      />
      {/* Announced during a search, not each time a change appears or disappears. */}
      <p className={classes.found} aria-live={isFiltered ? 'polite' : 'off'}>
        {isFiltered ? `${formatCount(shown)} of ${countOf(count, 'change')}` : countOf(count, 'change')}
      </p>
    </search>
  )
}

/** Writes the search text to the URL when the typing pauses. When the URL changes on its own, the field follows. */
function useUrlFollows(typed: string, q: string, write: (q: string) => void, onType: (text: string) => void) {
  const writeNow = useEffectEvent(write)
  const takeOver = useEffectEvent(onType)
  const known = useRef(q)
  useEffect(() => {
    // The hook's own text comes back from the URL while the user types on and must not overwrite newer input.
    if (q === known.current) return
    known.current = q
    takeOver(q)
  }, [q])
  useEffect(() => {
    if (typed === known.current) return
    const timer = setTimeout(() => {
      known.current = typed
      writeNow(typed)
    }, TYPING_ENDS_AFTER)
    return () => clearTimeout(timer)
  }, [typed])
}
