import { Button } from '@mantine/core'
import { IconCalendar, IconClockPause, IconContainer, IconRoad, IconTruck, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Statistics } from '#contract/dashboard.ts'
import { FigureAge } from '#src/figures/figure-age.tsx'
import { NoFigures } from '#src/figures/no-figures.tsx'
import { type IsoDay, sundayOf } from '#src/format/calendar.ts'
import { useOutbox } from '#src/offline/outbox/use-outbox.ts'
import type { Reading } from '#src/offline/use-reading.ts'
import { Card } from '#src/ui/card.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './statistic-card.module.css'
import tiles from './statistic-tile.module.css'
import { StatisticTile } from './statistic-tile.tsx'

const StatisticDialog = lazy(() =>
  import('./statistic-dialog.tsx').then((module) => ({ default: module.StatisticDialog })),
)

const ICON = { size: 26, stroke: 1.5 }
const TILES = 5

interface StatisticCardProps {
  readonly statistics: Statistics | undefined
  readonly reading: Reading
  /** The Sunday that was chosen; empty for this moment. */
  readonly week: IsoDay | ''
  /** The first Sunday of which there are figures; null where none is known. */
  readonly earliest: IsoDay | null
  readonly onWeek: (week: IsoDay | '') => void
}

/** 2026/11/15: as the specification writes the chosen Sunday. */
const slashed = (day: IsoDay) => day.replaceAll('-', '/')

/** What the company has: at this moment, or as it was on a Sunday. */
export function StatisticCard({ statistics, reading, week, earliest, onWeek }: StatisticCardProps) {
  const today = useToday()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Card
      title="Statistic"
      note={<FigureAge reading={reading} />}
      actions={
        <>
          {week === '' ? null : (
            <Button variant="subtle" onClick={() => onWeek('')}>
              This week
            </Button>
          )}
          <Button
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
      <div className={classes.frame}>{statistics ? <Tiles {...statistics} /> : <NoTiles reading={reading} />}</div>
      {week === '' ? <NotCounted /> : null}
      {isAsking ? (
        <Suspense fallback={null}>
          <StatisticDialog
            chosen={week || sundayOf(today)}
            bounds={{ minDate: earliest ?? sundayOf(today), maxDate: today }}
            onClose={() => setIsAsking(false)}
            onSubmit={(day) => {
              setIsAsking(false)
              onWeek(day)
            }}
          />
        </Suspense>
      ) : null}
    </Card>
  )
}

function Tiles({ total_workers, total_trucks, total_trailers, detention_drivers_count }: Statistics) {
  return (
    <div className={classes.tiles}>
      {/* Nobody tells it yet: always a dash. */}
      <StatisticTile title="Driven Miles" icon={<IconRoad {...ICON} />} current={null} />
      <StatisticTile title="Total Workers" icon={<IconUsers {...ICON} />} {...total_workers} link={{ to: '/users' }} />
      <StatisticTile title="Total Trucks" icon={<IconTruck {...ICON} />} {...total_trucks} link={{ to: '/trucks' }} />
      <StatisticTile
        title="Total Trailers"
        icon={<IconContainer {...ICON} />}
        {...total_trailers}
        link={{ to: '/trailers' }}
      />
      <StatisticTile
        title="Detention / Layover"
        icon={<IconClockPause {...ICON} />}
        current={String(detention_drivers_count)}
        link={{ to: '/schedule', search: { filter: 'detention__layover' } }}
      />
    </div>
  )
}

function NoTiles({ reading }: { readonly reading: Reading }) {
  if (reading.state !== 'loading') return <NoFigures reading={reading} what="The statistics" className={classes.none} />
  return (
    <div className={classes.tiles} aria-hidden>
      {Array.from({ length: TILES }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <div key={index} className={tiles.skeleton} />
      ))}
    </div>
  )
}

/** The server counts what it has: what waits on this device is not in it, and that is said. */
function NotCounted() {
  const { waiting } = useOutbox()
  if (waiting === 0) return null
  return (
    <p className={classes.waiting} role="status">
      {waiting === 1 ? 'One change waits on this device; it is' : `${waiting} changes wait on this device; they are`}{' '}
      counted once sent.
    </p>
  )
}
