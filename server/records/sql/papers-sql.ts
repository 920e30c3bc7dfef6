import { can, view, viewOrEdit } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'

/**
 * How much a user sees of drivers’ papers (medical certificate and CDL). `complete`: until when they are valid; for
 * users who may view drivers. `lapsed`: only that they have expired; for users who may view or edit trucks or trailers,
 * because a unit must not roll with such a driver. `none`: nothing.
 */
export type PapersVisibility = 'complete' | 'lapsed' | 'none'

/** How much this user sees of drivers’ papers. */
export function papersVisibility(user: CurrentUser): PapersVisibility {
  if (can(user, view('drivers'))) return 'complete'
  return can(user, viewOrEdit('trucks', 'trailers')) ? 'lapsed' : 'none'
}

/** How much of the papers to show, and today's date at the company. */
export interface PapersView {
  readonly papers: PapersVisibility
  readonly today: string
}

/**
 * SQL for the last day on which the papers of driver `d` are valid. With `lapsed`, expired papers always end yesterday,
 * so that the real date stays hidden.
 */
export function papersUntil(papers: PapersVisibility, today: string): string {
  const until = 'least(d.med_expire, d.cdl_expire)'
  // Each variant uses `today`, so that PostgreSQL knows the type of the parameter.
  const sql: Record<PapersVisibility, string> = {
    complete: `case when ${today}::date is not null then ${until} end`,
    lapsed: `case when ${until} < ${today}::date then ${today}::date - 1 end`,
    none: `case when ${today}::date is null then ${until} end`,
  }
  return sql[papers]
}
