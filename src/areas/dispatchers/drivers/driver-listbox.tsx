import { IconCheck } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { DriverName } from '#contract/people/drivers.ts'
import { unitNumberOfDriver } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { stepOf } from '#src/ui/photo/step-of.ts'
import classes from './drivers-dialog.module.css'

/** The height of a line, in CSS pixels. It matches `drivers-dialog.module.css`. */
const LINE = 44
const OVERSCAN = 8

interface DriverListboxProps {
  readonly drivers: readonly DriverName[]
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (id: number) => void
  /** The name of the driver's other dispatcher; null for none or for this dispatcher. */
  readonly leader: (driver: DriverName) => string | null
}

const optionId = (id: number) => `choose-driver-${id}`

/** A list of drivers with checkboxes. Only the rows near the visible part are in the document. */
export function DriverListbox({ drivers, chosen, onToggle, leader }: DriverListboxProps) {
  const { box, lines, current, at, setActive, onKeyDown } = useListbox(drivers, onToggle)
  return (
    <div
      ref={box}
      className={classes.listbox}
      role="listbox"
      aria-multiselectable
      aria-label="Drivers"
      tabIndex={0}
      {...(current ? { 'aria-activedescendant': optionId(current.id) } : {})}
      onKeyDown={onKeyDown}
    >
      {drivers.length === 0 ? <p className={classes.none}>No driver has all of these words.</p> : null}
      <div role="presentation" style={{ height: lines.getTotalSize(), position: 'relative' }}>
        {lines.getVirtualItems().map(({ index, start }) => {
          const driver = drivers[index]
          if (!driver) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys for all options
            <div
              key={driver.id}
              id={optionId(driver.id)}
              role="option"
              tabIndex={-1}
              aria-selected={chosen.has(driver.id)}
              aria-setsize={drivers.length}
              aria-posinset={index + 1}
              className={classes.option}
              data-active={index === at || undefined}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => {
                setActive(index)
                onToggle(driver.id)
              }}
            >
              <Option driver={driver} leader={leader(driver)} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The active option and the key handler. The list itself keeps the focus. */
function useListbox(drivers: readonly DriverName[], onToggle: (id: number) => void) {
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const at = Math.min(active, drivers.length - 1)
  const current = drivers[at]
  const lines = useVirtualizer({
    count: drivers.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE,
    overscan: OVERSCAN,
    useFlushSync: false,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepOf(event.key, at, drivers.length)
    const isChoice = event.key === ' ' || event.key === 'Enter'
    if (to === null && !isChoice) return
    event.preventDefault()
    if (isChoice && current) onToggle(current.id)
    if (to === null) return
    setActive(to)
    lines.scrollToIndex(to, { align: 'auto' })
  }
  return { box, lines, current, at, setActive, onKeyDown }
}

function Option({ driver, leader }: { readonly driver: DriverName; readonly leader: string | null }) {
  const units = (['truck', 'trailer'] as const)
    .map((kind) => unitNumberOfDriver(driver, kind))
    .filter((unit) => unit !== null)
    .join(' · ')
  return (
    <>
      <span className={classes.tick} aria-hidden>
        <IconCheck size={14} stroke={2.5} />
      </span>
      <span className={classes.who} translate="no">
        {fullName(driver.user)}
      </span>
      <span className={classes.more}>{leader === null ? units : `with ${leader}`}</span>
    </>
  )
}
