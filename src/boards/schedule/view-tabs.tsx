import { TabList, tabIdOf } from '#src/ui/page/tab-list.tsx'
import type { ScheduleSearch } from './schedule-search.ts'

type Tab = ScheduleSearch['tab']
const VIEW = { value: 'view', title: 'View' } as const
const EDIT = { value: 'edit', title: 'Edit' } as const

/** Id of the tab panel, the element that contains the grid. */
export const SCHEDULE_PANEL_ID = 'schedule-panel'
export const tabId = (tab: Tab) => tabIdOf(SCHEDULE_PANEL_ID, tab)

interface ViewTabsProps {
  readonly tab: Tab
  readonly canEdit: boolean
  readonly onTab: (tab: Tab) => void
}

/** The View tab and, with permission, the Edit tab. */
export function ViewTabs({ tab, canEdit, onTab }: ViewTabsProps) {
  const tabs = canEdit ? [VIEW, EDIT] : [VIEW]
  return <TabList label="Schedule mode" tabs={tabs} value={tab} onChoose={onTab} panelId={SCHEDULE_PANEL_ID} />
}
