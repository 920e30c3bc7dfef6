import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { DrivingPeriod } from '#contract/boards/telematics.ts'
import { PeriodList } from '#src/boards/map/history/period-list.tsx'
import { aDrivingPeriod } from '#tests/support/builders/a-driving-period.ts'

/** The text on screen, with a star before the chosen row. */
function shown(periods: readonly DrivingPeriod[], chosen: number | null): string {
  return renderToStaticMarkup(<PeriodList periods={periods} chosen={chosen} onPeriod={() => undefined} />)
    .replace(/<[^>]*aria-pressed="true"[^>]*>/g, ' * ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const friday = aDrivingPeriod()
const saturday = aDrivingPeriod({
  id: 2,
  start_time: '2026-11-21T14:00:00.000Z',
  end_time: null,
  distance: null,
  duration: 600,
  origin: 'Effingham, IL',
  destination: '',
})

test('driving periods are listed day by day below their total, and the period under way is marked as such', () => {
  expect(shown([saturday, friday], null)).toBe(
    '* Whole range 180.2 mi 3:25 h 2 driving periods ' +
      'Sat 11/21/26 Effingham, IL → to on the way – 0:10 h 8:00 AM – Under way ' +
      'Fri 11/20/26 Joliet, IL → to Effingham, IL 180.2 mi 3:15 h 8:05 AM – 11:20 AM',
  )
})

test('a day with several periods shows their total, and the chosen period is marked', () => {
  expect(shown([aDrivingPeriod({ id: 5 }), friday], 1)).toBe(
    'Whole range 360.4 mi 6:30 h 2 driving periods Fri 11/20/26 360.4 mi · 6:30 h ' +
      'Joliet, IL → to Effingham, IL 180.2 mi 3:15 h 8:05 AM – 11:20 AM ' +
      '* Joliet, IL → to Effingham, IL 180.2 mi 3:15 h 8:05 AM – 11:20 AM',
  )
})
