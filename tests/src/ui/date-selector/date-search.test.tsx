import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DateSearch } from '#src/ui/date-selector/date-search.tsx'
import { type SearchedDates, searchedDates } from '#src/ui/date-selector/searched-dates.ts'

function renderedText(dates: SearchedDates | null): string {
  const page = renderToStaticMarkup(
    <MantineProvider withCssVariables={false} withGlobalClasses={false}>
      <DateSearch dates={dates} onChange={() => undefined} />
    </MantineProvider>,
  )
  return page
    .replace(/<[^>]*aria-label="([^"]+)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

test('a date search shows all time until days are chosen, then the days as they are sent, and a reset button', () => {
  expect(renderedText(null)).toBe('Search by Date All time')
  expect(renderedText({ startDate: '2026-11-01', endDate: '2026-11-22' })).toBe(
    'Search by Date 2026-11-01 – 2026-11-22 Reset the dates',
  )
  expect(renderedText({ startDate: '2026-11-22', endDate: null })).toBe('Search by Date 2026-11-22 Reset the dates')
  expect(renderedText({ startDate: '2026-11-22', endDate: '2026-11-22' })).toBe(
    'Search by Date 2026-11-22 Reset the dates',
  )
})

test('an address with only one end shows what it requests: since that day, or until it', () => {
  expect(renderedText(searchedDates({}))).toBe('Search by Date All time')
  expect(renderedText(searchedDates({ date_after: '2026-11-01' }))).toBe(
    'Search by Date Since 2026-11-01 Reset the dates',
  )
  expect(renderedText(searchedDates({ date_before: '2026-11-22' }))).toBe(
    'Search by Date Until 2026-11-22 Reset the dates',
  )
  expect(renderedText(searchedDates({ date_after: '2026-11-01', date_before: '2026-11-22' }))).toBe(
    'Search by Date 2026-11-01 – 2026-11-22 Reset the dates',
  )
})
