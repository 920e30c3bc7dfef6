import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { MAX_SEARCH } from '#contract/text/search-text.ts'
import { OPEN_DIALOG } from '#src/ui/dialog/layers.ts'
import classes from './list-controls.module.css'
import { useTypedText } from './use-typed-text.ts'

/** The search of a list. */
export interface ListSearch {
  readonly value: string
  /** Replaces the search text in the URL. */
  readonly onFind: (text: string) => void
}

/** A search field that searches while the user types. "/" focuses it from anywhere on the page; Escape empties it. */
export function FindField({ value, onFind }: ListSearch) {
  const [typed, type] = useTypedText(value, onFind)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const lead = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', lead)
    return () => document.removeEventListener('keydown', lead)
  }, [])
  const empty = () => {
    type('')
    field.current?.focus()
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (typed === '') field.current?.blur()
    else type('')
  }
  return (
    <search className={classes.find}>
      <IconSearch size={16} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label="Find"
        aria-keyshortcuts="/"
        placeholder="Find"
        autoComplete="off"
        enterKeyHint="search"
        spellCheck={false}
        maxLength={MAX_SEARCH}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={leave}
      />
      {typed === '' ? null : (
        <button type="button" aria-label="Clear the search" onClick={empty}>
          <IconX size={16} aria-hidden />
        </button>
      )}
    </search>
  )
}

const TAKEN = `input:not([type=radio], [type=checkbox]), textarea, select, [role=menu], ${OPEN_DIALOG}`

/** Whether the target takes keys itself: a text field, an open dialog or a menu. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest(TAKEN) !== null
}
