import { Button } from '@mantine/core'
import { type MouseEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '#src/format/numbers.ts'
import classes from './attention-card.module.css'
import type { AttentionGroup } from './attention-groups.ts'
import { AttentionLine } from './attention-line.tsx'

/** The number of records shown before the list is expanded. */
const FIRST = 4

/** The records with one kind of need: the first few, and all after a click. */
export function AttentionGroupList({ group: { kind, title, count, items } }: { readonly group: AttentionGroup }) {
  const [isWhole, setIsWhole] = useState(false)
  const id = useId()
  const untold = count - items.length
  const turn = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    flushSync(() => setIsWhole(!isWhole))
    // The button moves up when the list above it shrinks, so it is scrolled back into view.
    currentTarget.scrollIntoView({ block: 'nearest' })
  }
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title} <span className={classes.count}>{formatCount(count)}</span>
      </h3>
      <ul className={classes.lines}>
        {(isWhole ? items : items.slice(0, FIRST)).map((item) => (
          <AttentionLine key={`${item.of}/${item.row.id}`} item={item} kind={kind} />
        ))}
      </ul>
      {items.length > FIRST ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.more ?? ''}
          aria-expanded={isWhole}
          onClick={turn}
        >
          {isWhole ? 'Show fewer' : `Show all ${items.length}`}
          <span className="visually-hidden">: {title}</span>
        </Button>
      ) : null}
      {isWhole && untold > 0 ? (
        <p className={classes.untold}>{formatCount(untold)} more come up as these are settled.</p>
      ) : null}
    </section>
  )
}
