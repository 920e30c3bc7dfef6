import { IconRouteOff } from '@tabler/icons-react'
import { useId } from 'react'
import { FigureAge } from '#src/figures/figure-age.tsx'
import { useFocusFirst } from '#src/form/frame/use-focus-first.ts'
import type { Step } from '#src/format/step.ts'
import { ICON, ReadingPlaceholder } from '#src/list/reading-placeholder.tsx'
import type { DateRange } from '#src/ui/date-selector/range-choice.ts'
import { PanelClose } from '#src/ui/dialog/panel-close.tsx'
import { useFocusBack } from '#src/ui/dialog/use-focus-back.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import { Notice } from '#src/ui/notice/notice.tsx'
import classes from './history-panel.module.css'
import { HistorySkeleton } from './history-skeleton.tsx'
import type { HistorySubject } from './history-subject.ts'
import { PeriodList } from './period-list.tsx'
import { RangeBar } from './range-bar.tsx'
import { StopList } from './stop-list.tsx'
import { type ReadHistory, type SelectedHistory, useHistory } from './use-history.ts'

interface HistoryPanelProps extends SelectedHistory {
  /** Why the days differ from the requested ones; null if they do not. */
  readonly note: string | null
  readonly onRange: (step: Step<DateRange>) => void
  /** Null for the whole range. */
  readonly onPeriod: (period: number | null) => void
  /** Shows a time of the path on the map, in milliseconds since 1970. */
  readonly onSeek: (at: number) => void
  readonly onClose: () => void
  /** The element that takes the focus on closing if the formerly focused element is gone. */
  readonly findFocusAfterClose: () => HTMLElement | null | undefined
}

const KINDS = { driver: '', vehicle: 'Vehicle ', asset: 'Asset ' } as const
const titleOf = ({ kind, name }: HistorySubject) => `${KINDS[kind]}${name}`

/** The history of a driver, vehicle or asset over some days: driving periods with start and end, and stops. */
export function HistoryPanel({
  note,
  onRange,
  onPeriod,
  onSeek,
  onClose,
  findFocusAfterClose,
  ...choice
}: HistoryPanelProps) {
  const titleId = useId()
  useFocusBack(findFocusAfterClose)
  const frame = useFocusFirst<HTMLElement>()
  const { subject, range } = choice
  const history = useHistory(choice)
  const reading = subject.kind === 'asset' ? history.pathReading : history.periodsReading
  return (
    <section ref={frame} className={classes.panel} aria-labelledby={titleId}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h2 id={titleId} tabIndex={-1} data-autofocus>
            {titleOf(subject)}
          </h2>
          <p className={classes.note}>
            {subject.kind === 'asset' ? 'Location history' : 'Driving history'}, Central time{' '}
            <FigureAge reading={reading} />
          </p>
        </div>
        <PanelClose label="Close the history" onClose={onClose} />
      </header>
      <RangeBar range={range} onRange={onRange} />
      {note === null ? null : <Notice tone="caution">{note}</Notice>}
      <div className={classes.body}>
        {subject.kind === 'asset' ? (
          <AssetStops {...{ history, choice, onSeek }} />
        ) : (
          <DrivingPeriods {...{ history, choice, onSeek, onPeriod }} />
        )}
      </div>
    </section>
  )
}

interface PartProps extends Pick<HistoryPanelProps, 'onSeek'> {
  readonly history: ReadHistory
  readonly choice: SelectedHistory
}

/** The driving periods of a driver or a vehicle, or the reason why there are none. */
function DrivingPeriods({
  history,
  choice: { subject },
  onSeek,
  onPeriod,
}: PartProps & Pick<HistoryPanelProps, 'onPeriod'>) {
  const { periods, periodsReading, chosen, track } = history
  if (periods === null || periods.length === 0)
    return (
      <ReadingPlaceholder
        list={periodsReading}
        what="history"
        subject="The driving periods"
        loading={<HistorySkeleton />}
        nothing={
          <EmptyState icon={<IconRouteOff {...ICON} />} title="No data">
            {subject.name} has no driving periods on these days.
          </EmptyState>
        }
      />
    )
  return (
    <>
      <PeriodList periods={periods} chosen={chosen?.id ?? null} onPeriod={onPeriod} />
      <StopList track={track} onSeek={onSeek} />
      <p className={classes.miles}>
        Miles are the vehicle’s own here. The player measures along the path, straight from fix to fix, which is a
        little less.
      </p>
    </>
  )
}

/** The stops of an asset, which has no driver and so no driving periods. */
function AssetStops({ history, choice: { subject }, onSeek }: PartProps) {
  const { track, pathReading } = history
  if (track === null || track.points.length === 0)
    return (
      <ReadingPlaceholder
        list={pathReading}
        what="history"
        subject="The path"
        loading={<HistorySkeleton />}
        nothing={
          <EmptyState icon={<IconRouteOff {...ICON} />} title="No data">
            Nobody told where {subject.name} was on these days.
          </EmptyState>
        }
      />
    )
  return <StopList track={track} onSeek={onSeek} isAlone />
}
