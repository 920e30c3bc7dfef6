import { IconArrowRight } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import type { DayTarget, RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { NOTHING_PLANNED } from '#src/areas/schedule/day/day-fields.ts'
import { dayWords } from '#src/format/calendar.ts'
import { countOf } from '#src/format/numbers.ts'
import { StatusDot } from '#src/ui/status/status-badge.tsx'
import classes from './copy-plan-list.module.css'
import { plannedWords } from './copy-words.ts'

/** Estimated heights in pixels, used until a driver's days are measured. */
const HEADING = 34
const LINE = 26
const OVERSCAN = 4

/** The changes, by driver. Only drivers near the visible part of the list are in the document. */
export function CopyPlanList({ edits }: { readonly edits: readonly RowEdit[] }) {
  const box = useRef<HTMLDivElement>(null)
  const lines = useVirtualizer({
    count: edits.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => HEADING + LINE * (edits[index]?.targets.length ?? 0),
    getItemKey: (index) => edits[index]?.driver.id ?? index,
    overscan: OVERSCAN,
    useFlushSync: false,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the list with the arrow keys
    <section ref={box} className={classes.box} aria-label="What will change" tabIndex={0}>
      <ul className={classes.drivers} style={{ height: lines.getTotalSize() }}>
        {lines.getVirtualItems().map(({ index, start }) => {
          const edit = edits[index]
          if (!edit) return null
          return (
            <li
              key={edit.driver.id}
              ref={lines.measureElement}
              data-index={index}
              aria-setsize={edits.length}
              aria-posinset={index + 1}
              className={classes.driver}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ChangesOfDriver edit={edit} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function ChangesOfDriver({ edit: { driver, targets } }: { readonly edit: RowEdit }) {
  return (
    <>
      <p className={classes.name}>
        <strong>{driver.name}</strong> <span className={classes.dimmed}>{countOf(targets.length, 'day')}</span>
      </p>
      <ul className={classes.days}>
        {targets.map((target) => (
          <ChangedDay key={target.date} {...target} />
        ))}
      </ul>
    </>
  )
}

/** "Mon 11/30/26: Nothing planned becomes On The Road". */
function ChangedDay({ date, was, to }: DayTarget) {
  return (
    <li className={classes.day}>
      <span className={classes.date}>{dayWords(date)}</span>
      <span className={classes.was}>{was ? plannedWords(was) : NOTHING_PLANNED}</span>
      <IconArrowRight size={14} className={classes.arrow} role="img" aria-label="becomes" />
      {to && (
        <span className={classes.to}>
          <StatusDot color={dutyStatusOf(to.status).color} /> {plannedWords(to)}
        </span>
      )}
    </li>
  )
}
