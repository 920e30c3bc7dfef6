import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Calendar } from '#src/ui/date-selector/calendar.tsx'
import type { Bounds } from '#src/ui/date-selector/calendar-grid.ts'
import { type DateChoice, NOTHING_CHOSEN } from '#src/ui/date-selector/range-choice.ts'

interface CalendarState {
  readonly choice?: DateChoice
  readonly bounds?: Bounds
  readonly cursor?: string
}

/** Renders a calendar. `names` finds buttons by their attributes. Only the company's day counts as today. */
function renderCalendar({ choice = NOTHING_CHOSEN, bounds = {}, cursor = '2031-05-14' }: CalendarState = {}) {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <Calendar
        {...{ choice, bounds, cursor }}
        awaitsEnd={false}
        today="2031-05-20"
        onMove={() => null}
        onPick={() => null}
      />
    </MantineProvider>,
  )
  const buttons = [...markup.matchAll(/<button([^>]*)>/g)].map(([, attributes = '']) => attributes)
  const names = (mark: RegExp) =>
    buttons.filter((one) => mark.test(one)).map((one) => /aria-label="([^"]*)"/.exec(one)?.[1])
  return { markup, names }
}

describe('the calendar', () => {
  test('is a grid of days labeled by its month, which is announced when it changes', () => {
    const { markup, names } = renderCalendar()
    const [, id] = /role="grid" aria-labelledby="([^"]*)"/.exec(markup) ?? []
    expect(markup).toContain(`<span id="${id}" aria-live="polite">May 2031</span>`)
    expect(names(/aria-pressed/).filter((name) => name?.includes('May'))).toHaveLength(31)
    expect(markup.match(/<tr/g)).toHaveLength(7)
  })

  test('has one tab stop, at the cursor, and marks the company’s today', () => {
    const { names } = renderCalendar()
    expect(names(/aria-pressed.*tabindex="0"|tabindex="0".*aria-pressed/i)).toEqual(['Wednesday, May 14, 2031'])
    expect(names(/aria-current="date"/)).toEqual(['Tuesday, May 20, 2031'])
  })

  test('marks the selected days, and the first and the last of them', () => {
    const { names } = renderCalendar({ choice: { startDate: '2031-05-12', endDate: '2031-05-14' } })
    expect(names(/aria-pressed="true"/)).toHaveLength(3)
    expect(names(/First day/)).toEqual(['Monday, May 12, 2031'])
    expect(names(/Last day/)).toEqual(['Wednesday, May 14, 2031'])
  })

  test('disables days beyond its bounds, and buttons to months without selectable days', () => {
    const { names } = renderCalendar({
      cursor: '2031-05-18',
      bounds: { minDate: '2031-05-05', maxDate: '2031-05-31', sundaysOnly: true },
    })
    const open = names(/aria-pressed/).filter((name) => !names(/ disabled=""/).includes(name))
    expect(open).toEqual(['Sunday, May 11, 2031', 'Sunday, May 18, 2031', 'Sunday, May 25, 2031'])
    expect(names(/aria-label="(Previous|Next) month"[^>]*disabled=""/)).toEqual(['Previous month', 'Next month'])
  })
})
