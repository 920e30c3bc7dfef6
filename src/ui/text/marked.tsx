import type { ReactNode } from 'react'
import { hitRanges } from '#contract/text/hits.ts'
import { searchWords } from '#contract/text/search.ts'
import classes from './marked.module.css'

interface MarkedProps {
  readonly text: string
  /** The search as typed; empty for none. */
  readonly find: string
}

/** A text with the parts marked that a search found. */
export function Marked({ text, find }: MarkedProps): ReactNode {
  const ranges = find === '' ? [] : hitRanges(text, searchWords(find))
  if (ranges.length === 0) return text
  return (
    <>
      {ranges.map(([start, end], at) => (
        <span key={start}>
          {text.slice(ranges[at - 1]?.[1] ?? 0, start)}
          <mark className={classes.hit}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.[1])}
    </>
  )
}

/** The same for a long code that is found by its end: it begins where the hit begins. */
export function MarkedEnd({ text, find }: MarkedProps): ReactNode {
  const start = hitRanges(text, searchWords(find))[0]?.[0] ?? 0
  return (
    <>
      {start > 0 ? '…' : ''}
      <Marked text={text.slice(start)} find={find} />
    </>
  )
}
