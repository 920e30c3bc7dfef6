import { type KeyboardEvent, memo } from 'react'
import { formatCount } from '#src/format/numbers.ts'
import { CardGrid } from '#src/list/grid/card-grid.tsx'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import classes from '../outbox.module.css'
import type { OutboxGroup, OutboxItem } from '../outbox-items.ts'
import { EntryCard } from './entry-card.tsx'
import type { OpenedDialog } from './entry-dialog.tsx'

interface EntryGroupProps {
  readonly group: OutboxGroup
  /** The sequence numbers of the changes that are the latest of their records. */
  readonly latest: ReadonlySet<number>
  /** The blocking change by sequence number of the blocked one. */
  readonly blocked: ReadonlyMap<number, OutboxEntry>
  /** Changes up to this sequence number are held. */
  readonly heldUpTo: number
  readonly onOpen: (opened: OpenedDialog) => void
}

const CARD_WIDTH = 520
/** The estimated height of a card, in pixels: most have one line about the change and one line of buttons. */
const CARD_HEIGHT = 146

const keyOf = (item: OutboxItem) => `${item.seq}`
const cardHeight = () => CARD_HEIGHT

/** One group of changes. Only the cards near the window are in the document. */
export const EntryGroup = memo(function EntryGroup({ group, latest, blocked, heldUpTo, onOpen }: EntryGroupProps) {
  const { name, title, items } = group
  return (
    <section aria-labelledby={`outbox-${name}`} className={classes.group} onKeyDown={stepByArrow}>
      <h2 id={`outbox-${name}`} className={classes.groupTitle}>
        {title} <span className={classes.count}>{formatCount(items.length)}</span>
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
            blockedBy={blocked.get(item.seq)}
            isHeld={item.seq <= heldUpTo}
            onOpen={onOpen}
          />
        )}
        {...{ keyOf, cardHeight }}
      />
    </section>
  )
})

/** The action of the button at which the arrow keys started, while the focus is where they moved it. */
let aim = { act: '', reached: null as Element | null }

/**
 * Moves the focus with the arrow keys from a button of one card to the same button of the next, so that a long list
 * does not need a hundred Tabs. On a card without that button, for example one being sent, the first button takes the
 * focus and the aim is kept.
 */
function stepByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLButtonElement)) return
  const place = event.target.closest('[role=listitem]')
  const position = Number(place?.getAttribute('aria-posinset')) + step
  if (position < 1 || position > Number(place?.getAttribute('aria-setsize'))) return
  // Also while the next card is not rendered yet: the page must not scroll.
  event.preventDefault()
  const next = place?.closest('[role=list]')?.querySelector(`[role=listitem][aria-posinset="${position}"]`)
  const buttons = [...(next?.querySelectorAll('button') ?? [])]
  // Not by its text: a browser's translator may have changed one card but not yet the next.
  const act = aim.reached === event.target ? aim.act : (event.target.dataset.act ?? '')
  const reached = buttons.find((button) => button.dataset.act === act) ?? buttons[0]
  if (reached === undefined) return
  aim = { act, reached }
  reached.focus()
}
