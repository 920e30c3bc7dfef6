import { useRef } from 'react'
import type { ScheduleSearch } from './schedule-search.ts'
import classes from './schedule-toolbar.module.css'

type Tab = ScheduleSearch['tab']
const TITLES: Record<Tab, string> = { view: 'View', edit: 'Edit' }

/** What the tabs switch: the element that holds the grid. */
export const SCHEDULE_PANEL_ID = 'schedule-panel'
export const tabId = (tab: Tab) => `schedule-tab-${tab}`

interface ViewTabsProps {
  readonly tab: Tab
  readonly canEdit: boolean
  readonly onTab: (tab: Tab) => void
}

/** View and, for those who may, Edit. One tab stop; arrows move and choose. */
export function ViewTabs({ tab, canEdit, onTab }: ViewTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const tabs: readonly Tab[] = canEdit ? ['view', 'edit'] : ['view']
  const choose = (next: Tab) => {
    onTab(next)
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Schedule mode"
      className={classes.tabs}
      onKeyDown={({ key }) => {
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
        const next = tabs[(tabs.indexOf(tab) + 1) % tabs.length]
        if (next) choose(next)
      }}
    >
      {tabs.map((one) => (
        <button
          key={one}
          id={tabId(one)}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={one === tab}
          aria-controls={SCHEDULE_PANEL_ID}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => choose(one)}
        >
          {TITLES[one]}
        </button>
      ))}
    </div>
  )
}
