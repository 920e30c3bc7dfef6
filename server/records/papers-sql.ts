import { can, view } from '#contract/access.ts'
import type { CurrentUser } from '#contract/current-user.ts'

/** How much is told of a driver's papers: until which day, to who may view drivers; to others only that they have lapsed. */
export type Papers = 'told' | 'lapsed'

/** How much of them somebody is told. */
export const papersFor = (user: CurrentUser): Papers => (can(user, view('drivers')) ? 'told' : 'lapsed')

/** What somebody is shown of drivers' papers on a company's day. */
export interface PapersSight {
  readonly papers: Papers
  readonly today: string
}

/** SQL for the last day on which driver `d` may drive by the papers; one that has lapsed ended yesterday for who may know no more. */
export function papersUntil(papers: Papers, today: string): string {
  const until = 'least(d.med_expire, d.cdl_expire)'
  // Of either way the day is named, so that its type is known.
  return papers === 'told'
    ? `case when ${today}::date is not null then ${until} end`
    : `case when ${until} < ${today}::date then ${today}::date - 1 end`
}
