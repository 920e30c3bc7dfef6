import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { counted, countOf } from '#src/format/numbers.ts'
import { asTitle } from '#src/format/value-words.ts'
import { ChoiceMenu } from '#src/list/filter/choice-menu.tsx'
import classes from './outbox.module.css'
import { groupTitle } from './outbox-items.ts'
import { GROUP_NAMES, type OutboxChoice } from './outbox-search.ts'

/** How long after the last letter the address is written, in milliseconds. */
const TYPING_ENDS_AFTER = 300

const STATES = [
  { value: '', title: 'All' },
  ...GROUP_NAMES.map((name) => ({ value: name, title: groupTitle(name) })),
] as const

interface OutboxToolbarProps {
  readonly choice: OutboxChoice
  readonly onChoose: (choice: OutboxChoice) => void
  /** What stands in the search field; the address follows it. */
  readonly typed: string
  readonly onType: (text: string) => void
  readonly kinds: readonly string[]
  /** How many changes there are, and how many of them fit. */
  readonly count: number
  readonly shown: number
}

/** Which changes are shown: by how they stand, what they are about, and the words in them. */
export function OutboxToolbar({ choice, onChoose, typed, onType, kinds, count, shown }: OutboxToolbarProps) {
  useAddressFollows(typed, choice.q, (q) => onChoose({ ...choice, q }), onType)
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
      {/* Told while somebody looks for something; not each time that a change comes or goes. */}
      <p className={classes.found} aria-live={isFiltered ? 'polite' : 'off'}>
        {isFiltered ? `${counted(shown)} of ${countOf(count, 'change')}` : countOf(count, 'change')}
      </p>
    </search>
  )
}

/** The address says what is looked for once the typing pauses; when the address changes by itself, the field follows. */
function useAddressFollows(typed: string, q: string, write: (q: string) => void, onType: (text: string) => void) {
  const writeNow = useEffectEvent(write)
  const takeOver = useEffectEvent(onType)
  const known = useRef(q)
  useEffect(() => {
    // What was written from here comes back while the person types on: that is no news.
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
