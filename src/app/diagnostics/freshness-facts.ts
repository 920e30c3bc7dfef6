import type { Traffic } from '#src/api/traffic.ts'
import { ageWords } from '#src/format/age.ts'
import { formatCount } from '#src/format/numbers.ts'
import type { LiveState } from '#src/offline/live/live-state.ts'
import type { SyncedLists } from '#src/offline/prefetch/sync-parts.ts'
import type { Section } from './diagnosis.ts'
import { bytes } from './storage-facts.ts'

interface Freshness {
  readonly live: LiveState
  readonly synced: SyncedLists
  /** When the oldest prefetched response was sent; null while some are missing. */
  readonly finishedAt: number | null
  readonly traffic: Readonly<Record<string, Traffic>>
}

/** How old the data on this device is, and what it took to receive it. */
export function freshnessFacts({ live, synced, finishedAt, traffic }: Freshness, now: number): Section {
  // The stream sends a sign of life every 20 seconds. Until the last one, nothing else has changed.
  const upTo = live.state === 'open' && synced.upTo !== null ? Math.max(synced.upTo, live.heardAt) : synced.upTo
  // The tab with the stream applies the rows to what the device stores.
  const isElsewhere = live.state === 'elsewhere' && synced.lists === 0
  const unknown = isElsewhere ? 'known in the tab that has the news from the server' : 'not known'
  return {
    title: 'Age of the data',
    facts: [
      ['Lists that receive each changed row', isElsewhere ? unknown : formatCount(synced.lists)],
      ['These have all changes up to', upTo === null ? unknown : ageWords(upTo, now)],
      [
        'The oldest other data for offline use is from',
        finishedAt === null ? 'not complete' : ageWords(finishedAt, now),
      ],
      [
        'From a change at the server to this tab, the last times',
        live.delays.length === 0 ? 'none yet' : live.delays.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', '),
      ],
    ],
    table: {
      columns: ['Received today', 'Requests', 'Uncompressed'],
      rows: Object.entries(traffic)
        .toSorted(([, a], [, b]) => b.bytes - a.bytes)
        .map(([cause, { requests, bytes: size }]) => [cause, formatCount(requests), bytes(size)]),
      empty: 'Nothing yet.',
    },
  }
}
