import { can, view, viewOrEdit } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'

/**
 * How much is told of a driver's papers: until which day, to who may view drivers; only that they have lapsed to who is
 * concerned with trucks or trailers, for whether one may roll hangs on it; to others nothing.
 */
export type Papers = 'told' | 'lapsed' | 'none'

/** How much of them somebody is told. */
export function papersFor(user: CurrentUser): Papers {
  if (can(user, view('drivers'))) return 'told'
  return can(user, viewOrEdit('trucks', 'trailers')) ? 'lapsed' : 'none'
}

/** What somebody is shown of drivers' papers on a company's day. */
export interface PapersSight {
  readonly papers: Papers
  readonly today: string
}

/** SQL for the last day on which driver `d` may drive by the papers; one that has lapsed ended yesterday for who may know no more. */
export function papersUntil(papers: Papers, today: string): string {
  const until = 'least(d.med_expire, d.cdl_expire)'
  // Of each way the day is named, so that its type is known.
  const sql: Record<Papers, string> = {
    told: `case when ${today}::date is not null then ${until} end`,
    lapsed: `case when ${until} < ${today}::date then ${today}::date - 1 end`,
    none: `case when ${today}::date is null then ${until} end`,
  }
  return sql[papers]
}
