import { countOf, formatCount } from '#src/format/numbers.ts'
import type { PrefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import type { StorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'

/** The texts of storage problems on this device, with their consequences. */
export const TROUBLE_WORDS: Record<Exclude<StorageTrouble, null>, string> = {
  full: 'This device has no space left: what you open or type now is not kept for times without a network. Free some space on it.',
  unavailable:
    'This browser keeps nothing on the device (a private window, or storage is blocked): Haulyard needs a network here.',
  error:
    'An unexpected error in Haulyard keeps what you open from being saved for times without a network. Reload the page.',
  forgetful:
    'This browser does not let Haulyard remember who is signed in: after a restart without a network it stays closed.',
}

/** The progress of prefetching: "Saving for times without a network: part 2 of 3, 1,250 of 5,000 rows". */
export function progressWords({ total, done, rows }: Pick<PrefetchState, 'total' | 'done' | 'rows'>): string {
  const part = `part ${Math.min(done + 1, total)} of ${total}`
  return `Saving for times without a network: ${part}${rows ? `, ${formatCount(rows.done)} of ${countOf(rows.of, 'row')}` : ''}`
}
