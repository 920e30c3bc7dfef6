import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import { edit } from '#contract/wire/access.ts'
import { type Step, stepWithin, withChange } from '#src/format/step.ts'
import { ListPlaceholder } from '#src/list/list-placeholder.tsx'
import { useCan } from '#src/session/use-can.ts'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { EditActions } from './edit-actions.tsx'
import { useEdits } from './edits/use-edits.ts'
import { useUndoKeys } from './edits/use-undo-keys.ts'
import { FiringPrompt } from './grid/firing-prompt.tsx'
import { useFiringQuestion } from './grid/use-firing-question.ts'
import { WeekGrid } from './grid/week-grid.tsx'
import { FARTHEST_WEEK, type ScheduleSearch } from './schedule-search.ts'
import { ScheduleSkeleton } from './schedule-skeleton.tsx'
import classes from './schedule-toolbar.module.css'
import { ScheduleToolbar } from './schedule-toolbar.tsx'
import { useSchedule } from './use-schedule.ts'
import { SCHEDULE_PANEL_ID, tabId, ViewTabs } from './view-tabs.tsx'
import { WeekTools } from './week-tools.tsx'

interface SchedulePageProps {
  /** Search parameters of the address. */
  readonly choice: ScheduleSearch
  /** Called with a function of the current parameters: the address can be ahead of the `choice` that is drawn. */
  readonly onChoose: (change: Step<ScheduleSearch>) => void
}

/** The placeholder draws no cards: the grid has its own skeleton. */
const noCards = () => 0

/** The schedule: a week of every dispatcher's drivers, to read and, with permission, to edit. */
export function SchedulePage({ choice, onChoose }: SchedulePageProps) {
  const canEdit = useCan(edit('schedule'))
  const isEditable = canEdit && choice.tab === 'edit'
  const schedule = useSchedule(choice)
  const { today, week, list, items } = schedule
  const { confirmation, confirmFiring } = useFiringQuestion()
  const edits = useEdits(confirmFiring)
  useUndoKeys(isEditable ? edits : null)
  const change = (changed: Partial<ScheduleSearch>) => onChoose((now) => withChange(now, changed))
  const stepWeek = (step: Step) => onChoose((now) => withChange(now, { week: step(now.week) }))
  return (
    <>
      <div className={classes.head}>
        <PageTitle title="Schedule" note={<ScheduleNote list={list} />} />
        <WeekTools {...{ choice, today }} apply={isEditable ? edits.apply : null} />
        <ViewTabs tab={isEditable ? 'edit' : 'view'} canEdit={canEdit} onTab={(tab) => change({ tab })} />
      </div>
      <ScheduleToolbar {...{ choice, week }} onChoose={change} onWeek={stepWeek}>
        {isEditable && <EditActions edits={edits} />}
      </ScheduleToolbar>
      <div role="tabpanel" id={SCHEDULE_PANEL_ID} aria-labelledby={tabId(isEditable ? 'edit' : 'view')}>
        {list.state === 'ready' && (items.length > 0 || list.hasMore) ? (
          // A new sort order or filter creates a new grid, scrolled to the top. Another week keeps the scroll position.
          <WeekGrid
            key={`${choice.sort} ${choice.filter}`}
            {...{ schedule, isEditable, edits }}
            onStep={(by) => stepWeek(stepWithin(by, -FARTHEST_WEEK, FARTHEST_WEEK))}
          />
        ) : list.state === 'loading' ? (
          <ScheduleSkeleton />
        ) : (
          <ListPlaceholder
            list={list}
            noun="driver"
            narrowed={{ filter: choice.filter && dutyStatusOf(choice.filter).title, find: '' }}
            onClear={() => change({ filter: '' })}
            cardHeight={noCards}
            cardWidth={0}
          />
        )}
      </div>
      <FiringPrompt confirmation={confirmation} />
    </>
  )
}

function ScheduleNote({ list }: { readonly list: ReturnType<typeof useSchedule>['list'] }) {
  if (list.state !== 'ready') return null
  return (
    <>
      <AgeLabel at={list.updatedAt} form="as_of" />
      {list.isRefreshing ? ' · refreshing' : ''}
    </>
  )
}
