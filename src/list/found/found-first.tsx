import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconListSearch } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import { othersWords, type SearchedRows, splitFound } from '#src/ui/text/split-found.ts'
import { ICON } from '../reading-placeholder.tsx'
import classes from './found-first.module.css'

interface FoundFirst<Row> {
  /** The list with only the rows to show. */
  readonly list: ReadList<Row>
  /** Shows and hides the other rows; null if there are none. */
  readonly others: ReactNode
  /** Takes the place of the rows when only others match; null otherwise. */
  readonly none: ReactNode
}

interface Search {
  readonly find: string
  /** The noun for a row: "truck". */
  readonly noun: string
}

/**
 * Shows the record that a search names alone, and the other matches when the user asks for them. Another search shows
 * its own record alone again.
 */
export function useFoundFirst<Row>(
  list: ReadList<Row>,
  { find, noun }: Search,
  searched: SearchedRows<Row>,
): FoundFirst<Row> {
  const [openedFor, setOpenedFor] = useState('')
  const { rows, count, isFormer } = list
  const split = useMemo(
    () => (find === '' || isFormer ? null : splitFound(find, { rows, count }, searched)),
    [find, isFormer, rows, count, searched],
  )
  if (split === null) return { list, others: null, none: null }
  const isOpen = openedFor === find
  const isNone = split.first.length === 0
  const sorry = `No ${noun} ${find.trim()}`
  const others = (
    <p className={classes.others}>
      {isNone && isOpen ? <span>{sorry}.</span> : null}
      <Others words={othersWords(split)} isOpen={isOpen} onToggle={() => setOpenedFor(isOpen ? '' : find)} />
    </p>
  )
  if (isOpen) return { list, others, none: null }
  const none = isNone ? <EmptyState icon={<IconListSearch {...ICON} />} title={sorry} /> : null
  return { list: { ...list, rows: split.first, count: split.first.length, hasMore: false }, others, none }
}

interface OthersProps {
  readonly words: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Others({ words, isOpen, onToggle }: OthersProps) {
  const Sign = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Button
      variant="default"
      size="compact-md"
      className={classes.toggle}
      aria-expanded={isOpen}
      rightSection={<Sign size={16} aria-hidden />}
      onClick={onToggle}
    >
      {words}
    </Button>
  )
}
