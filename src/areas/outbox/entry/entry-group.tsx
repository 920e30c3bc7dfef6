import { type KeyboardEvent, memo } from 'react'
import { counted } from '#src/format/numbers.ts'
import { CardGrid } from '#src/list/grid/card-grid.tsx'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import classes from '../outbox.module.css'
import type { OutboxGroup, OutboxItem } from '../outbox-items.ts'
import { EntryCard } from './entry-card.tsx'
import type { OpenedDialog } from './entry-dialog.tsx'

interface EntryGroupProps {
  readonly group: OutboxGroup
  /** The numbers of the changes that are the last of their records. */
  readonly latest: ReadonlySet<number>
  /** By number, what some of them wait for. */
  readonly held: ReadonlyMap<number, OutboxEntry>
  /** Up to this number they were stored before the sign-in. */
  readonly keptUpTo: number
  readonly onOpen: (opened: OpenedDialog) => void
}

const CARD_WIDTH = 520
/** Before they are measured, in pixels: most have a line of what changed and a line of buttons. */
const CARD_HEIGHT = 146

const keyOf = (item: OutboxItem) => `${item.seq}`
const cardHeight = () => CARD_HEIGHT

/** One group of changes; only the cards near the window are in the document, however many there are. */
export const EntryGroup = memo(function EntryGroup({ group, latest, held, keptUpTo, onOpen }: EntryGroupProps) {
  const { name, title, items } = group
  return (
    <section aria-labelledby={`outbox-${name}`} className={classes.group} onKeyDown={stepByArrow}>
      <h2 id={`outbox-${name}`} className={classes.groupTitle}>
        {title} <span className={classes.count}>{counted(items.length)}</span>
      </h2>
      <CardGrid
        rows={items}
        count={items.length}
        name={title}
        cardWidth={CARD_WIDTH}
        card={(item) => (
          <EntryCard
            item={item}
            isLatest={latest.has(item.seq)}
            heldBy={held.get(item.seq)}
            isKept={item.seq <= keptUpTo}
            onOpen={onOpen}
          />
        )}
        {...{ keyOf, cardHeight }}
      />
    </section>
  )
})

/** What the button does that the arrows set out from, for as long as the focus is where they brought it. */
let aim = { act: '', reached: null as Element | null }

/**
 * The arrows go from a button of one card to the same button of the next, so that a long list needs no hundred tabs. A
 * card without it, such as one that is being sent, is passed by its first button without the aim being lost.
 */
function stepByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLButtonElement)) return
  const place = event.target.closest('[role=listitem]')
  const position = Number(place?.getAttribute('aria-posinset')) + step
  if (position < 1 || position > Number(place?.getAttribute('aria-setsize'))) return
  // Also while the next card is still being drawn: the page must not be scrolled away under the focus.
  event.preventDefault()
  const next = place?.closest('[role=list]')?.querySelector(`[role=listitem][aria-posinset="${position}"]`)
  const buttons = [...(next?.querySelectorAll('button') ?? [])]
  // Not by its words: a translator may have changed those of one card, and not yet those of the next.
  const act = aim.reached === event.target ? aim.act : (event.target.dataset.act ?? '')
  const reached = buttons.find((button) => button.dataset.act === act) ?? buttons[0]
  if (reached === undefined) return
  aim = { act, reached }
  reached.focus()
}
