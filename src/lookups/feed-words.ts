import type { ExpenseFeed } from '#contract/expenses/tolls.ts'
import { ageWords } from '#src/format/age.ts'
import { shortDay } from '#src/format/calendar.ts'

const TITLES: Readonly<Record<ExpenseFeed['kind'], string>> = { tolls: 'Tolls', fuel: 'Fuel' }

/** "Tolls up to 11/21/26". After a failure: "Fuel up to 11/02/26, the provider last answered 2 weeks ago". */
export function feedWords({ kind, synced_to, succeeded_at, failure }: ExpenseFeed, now: number): string {
  const upTo = synced_to === null ? `${TITLES[kind]}: nothing yet` : `${TITLES[kind]} up to ${shortDay(synced_to)}`
  if (failure === null) return upTo
  return succeeded_at === null
    ? `${upTo}, the provider has not answered yet`
    : `${upTo}, the provider last answered ${ageWords(Date.parse(succeeded_at), now)}`
}

/**
 * The vendor and the last day received: "From bestpass, up to 11/21/26". After a failure also "· last tried 5 min ago".
 */
export function sourceWords({ vendor, synced_to, tried_at, failure }: ExpenseFeed, now: number): string {
  const upTo = `From ${vendor}, ${synced_to === null ? 'nothing yet' : `up to ${shortDay(synced_to)}`}`
  if (failure === null) return upTo
  return tried_at === null ? `${upTo} · does not answer` : `${upTo} · last tried ${ageWords(Date.parse(tried_at), now)}`
}
