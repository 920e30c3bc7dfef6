import { Button } from '@mantine/core'
import { IconCalendar, IconClockPause, IconContainer, IconRoad, IconTruck, IconUsers } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { NO_STATISTICS, type Statistics } from '#contract/boards/dashboard.ts'
import { FigureAge } from '#src/figures/figure-age.tsx'
import { NoFigures } from '#src/figures/no-figures.tsx'
import { type IsoDay, sundayOf } from '#src/format/calendar.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { Card } from '#src/ui/page/card.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './statistic-card.module.css'
import { StatisticTile } from './statistic-tile.tsx'

const DayQuestion = lazyPart(() =>
  import('#src/ui/date-selector/day-question.tsx').then((module) => module.DayQuestion),
)

const ICON = { size: 26, stroke: 1.5 }

interface StatisticCardProps {
  readonly statistics: Statistics | undefined
  readonly reading: Reading
  /** The chosen day has no statistics, as far as known without a request. */
  readonly isNone: boolean
  /** The chosen Sunday; empty for the current statistics. */
  readonly week: IsoDay | ''
  /** The first Sunday with figures; null when unknown. */
  readonly earliest: IsoDay | null
  readonly onWeek: (week: IsoDay | '') => void
}

/** The specification's format for the chosen Sunday: 2026/11/15. */
const slashed = (day: IsoDay) => day.replaceAll('-', '/')

/** The company's statistics: current, or on a Sunday. */
export function StatisticCard({ statistics, reading, isNone, week, earliest, onWeek }: StatisticCardProps) {
  const today = useToday()
  const [isAsking, setIsAsking] = useState(false)
  const chosen = week === '' || isNone ? sundayOf(today) : week
  const date = useRef<HTMLButtonElement>(null)
  const backToNow = () => {
    // The button disappears with the Sunday. Keyboard users must not land at the page's top.
    date.current?.focus()
    onWeek('')
  }
  return (
    <Card
      title="Statistic"
      note={<OfWhen week={week} reading={reading} />}
      actions={
        <>
          {week === '' ? null : (
            <Button variant="subtle" onClick={backToNow}>
              This week
            </Button>
          )}
          <Button
            ref={date}
            variant="default"
            leftSection={<IconCalendar size={16} aria-hidden />}
            aria-label={`Start date ${slashed(week || sundayOf(today))}`}
            onClick={() => setIsAsking(true)}
          >
            {slashed(week || sundayOf(today))}
          </Button>
        </>
      }
    >
      <Figures {...{ statistics, reading, isNone }} />
      <NotCounted isNow={week === ''} />
      {isAsking ? (
        <DayQuestion
          title="Statistic"
          chosen={chosen}
          minDate={earliest ?? sundayOf(today)}
          maxDate={today}
          sundaysOnly
          onSubmit={onWeek}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Card>
  )
}

function OfWhen({ week, reading }: Pick<StatisticCardProps, 'week' | 'reading'>) {
  if (week === '') return <FigureAge reading={reading} fresh="at this moment" />
  return (
    <>
      on that Sunday at 00:00 <FigureAge reading={reading} />
    </>
  )
}

/** The tiles, or the reason why there are none. */
function Figures({ statistics, reading, isNone }: Pick<StatisticCardProps, 'statistics' | 'reading' | 'isNone'>) {
  return (
    <div className={classes.frame}>
      {isNone ? (
        <p className={classes.none}>{NO_STATISTICS}</p>
      ) : statistics || reading.state === 'loading' ? (
        <Tiles statistics={statistics} />
      ) : (
        <NoFigures reading={reading} what="The statistics" className={classes.none} />
      )}
    </div>
  )
}

/** The tiles. While the figures load, the tiles have none. */
function Tiles({ statistics }: { readonly statistics: Statistics | undefined }) {
  const detained = statistics?.detention_drivers_count
  return (
    <div className={classes.tiles} aria-busy={statistics === undefined}>
      {/* The server does not know this figure yet, so it is always a dash. */}
      <StatisticTile title="Driven Miles" icon={<IconRoad {...ICON} />} current={null} />
      <StatisticTile
        title="Total Workers"
        icon={<IconUsers {...ICON} />}
        {...statistics?.total_workers}
        link={{ to: '/users' }}
      />
      <StatisticTile
        title="Total Trucks"
        icon={<IconTruck {...ICON} />}
        {...statistics?.total_trucks}
        link={{ to: '/trucks' }}
      />
      <StatisticTile
        title="Total Trailers"
        icon={<IconContainer {...ICON} />}
        {...statistics?.total_trailers}
        link={{ to: '/trailers' }}
      />
      <StatisticTile
        title="Detention / Layover"
        icon={<IconClockPause {...ICON} />}
        {...(detained !== undefined && { current: String(detained) })}
        link={{ to: '/schedule', search: { filter: 'detention__layover' } }}
      />
    </div>
  )
}

/** Notes that the server's figures do not include changes that wait on this device. */
function NotCounted({ isNow }: { readonly isNow: boolean }) {
  const { waiting } = useOutbox()
  return (
    <p className={classes.waiting} role="status">
      {isNow && waiting > 0
        ? `${waiting === 1 ? 'One change waits on this device; it is' : `${waiting} changes wait on this device; they are`} counted once sent.`
        : null}
    </p>
  )
}
