import { expect, test } from 'vitest'
import type { ExpenseFeed } from '#contract/expenses/tolls.ts'
import { feedWords, sourceWords } from '#src/lookups/feed-words.ts'

const NOW = Date.parse('2026-11-22T18:00:00Z')
const tolls: ExpenseFeed = {
  kind: 'tolls',
  vendor: 'simulator',
  synced_to: '2026-11-21',
  tried_at: '2026-11-22T17:55:00.000Z',
  succeeded_at: '2026-11-22T17:00:00.000Z',
  failure: null,
}

test.each([
  [tolls, 'Tolls up to 11/21/26'],
  [{ ...tolls, kind: 'fuel' }, 'Fuel up to 11/21/26'],
  [{ ...tolls, failure: 'It does not answer.' }, 'Tolls up to 11/21/26, the provider last answered 1 h ago'],
  [
    { ...tolls, synced_to: null, succeeded_at: null, failure: 'It does not answer.' },
    'Tolls: nothing yet, the provider has not answered yet',
  ],
] as const)(
  'the text names the day up to which expenses are known, and since when a provider has failed (%#)',
  (feed, words) => {
    expect(feedWords(feed, NOW)).toBe(words)
  },
)

test.each([
  [tolls, 'From simulator, up to 11/21/26'],
  [{ ...tolls, failure: 'It does not answer.' }, 'From simulator, up to 11/21/26 · last tried 5 min ago'],
  [{ ...tolls, failure: 'It does not answer.', tried_at: null }, 'From simulator, up to 11/21/26 · does not answer'],
  [{ ...tolls, synced_to: null }, 'From simulator, nothing yet'],
])('the text below a figure names its source, its last day, and the last failed attempt (%#)', (feed, words) => {
  expect(sourceWords(feed, NOW)).toBe(words)
})
