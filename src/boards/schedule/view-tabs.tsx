import { TabList, tabIdOf } from '#src/ui/page/tab-list.tsx'
import type { ScheduleSearch } from './schedule-search.ts'

type Tab = ScheduleSearch['tab']
const VIEW = { value: 'view', title: 'View' } as const
const EDIT = { value: 'edit', title: 'Edit' } as const

/** What the tabs switch: the element that holds the grid. */
export const SCHEDULE_PANEL_ID = 'schedule-panel'
export const tabId = (tab: Tab) => tabIdOf(SCHEDULE_PANEL_ID, tab)

interface ViewTabsProps {
  readonly tab: Tab
  readonly canEdit: boolean
  readonly onTab: (tab: Tab) => void
}

/** View and, for those who may, Edit. */
export function ViewTabs({ tab, canEdit, onTab }: ViewTabsProps) {
  const tabs = canEdit ? [VIEW, EDIT] : [VIEW]
  return <TabList label="Schedule mode" tabs={tabs} value={tab} onChoose={onTab} panelId={SCHEDULE_PANEL_ID} />
}
