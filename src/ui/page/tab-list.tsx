import { type KeyboardEvent, useRef } from 'react'
import { formatCount } from '#src/format/numbers.ts'
import classes from './tab-list.module.css'

interface Tab<Value extends string> {
  readonly value: Value
  readonly title: string
  /** The number of items behind the tab; null while it is unknown. */
  readonly count?: number | null
}

interface TabListProps<Value extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Value>[]
  readonly value: Value
  readonly onChoose: (value: Value) => void
  /** The id of the element with the role `tabpanel`. */
  readonly panelId: string
}

/** The id of a tab, which labels its panel. */
export const tabIdOf = (panelId: string, value: string): string => `${panelId}-tab-${value}`

/** The index of the tab that a key selects from the tab at `at`; null for other keys. The arrows wrap around. */
export function tabStep(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Tabs with a single tab stop. The arrow keys, Home and End move the focus and select. */
export function TabList<Value extends string>({ label, tabs, value, onChoose, panelId }: TabListProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = tabStep(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    )
    const next = to === null ? undefined : tabs[to]
    if (to === null || next === undefined) return
    event.preventDefault()
    onChoose(next.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={classes.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={tabIdOf(panelId, tab.value)}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChoose(tab.value)}
        >
          {tab.title}
          {typeof tab.count === 'number' ? (
            <>
              {' '}
              <span className={classes.count}>{formatCount(tab.count)}</span>
            </>
          ) : null}
        </button>
      ))}
    </div>
  )
}
