import { SECURITY_KINDS, type SecurityEvent, type SecurityKind } from '#contract/session/security.ts'
import { reportDay } from '#contract/wire/days.ts'
import { serverId } from '#contract/wire/record.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import type { SecuritySearch } from './security-search.ts'

/** The filter of the log. Days are in company time, both included. */
export interface SecurityFilter {
  readonly kind?: SecurityKind
  readonly user?: number
  readonly date_after?: string
  readonly date_before?: string
}

const isKind = (text: string): text is SecurityKind => Object.hasOwn(SECURITY_KINDS, text)
const dayIn = (text: string) => reportDay.safeParse(text).data

/**
 * Parses the filter from a URL. Invalid values count as missing, and so do dates in the wrong order.
 */
export function parseFilter({ kind, user, date_after, date_before }: SecuritySearch): SecurityFilter {
  const [after, before] = [dayIn(date_after), dayIn(date_before)]
  const isOrdered = after === undefined || before === undefined || after <= before
  return {
    ...(isKind(kind) && { kind }),
    ...(serverId.safeParse(user).success && { user }),
    ...(isOrdered && after !== undefined && { date_after: after }),
    ...(isOrdered && before !== undefined && { date_before: before }),
  }
}

export const isNarrowed = (filter: SecurityFilter): boolean => Object.keys(filter).length > 0

/** The server's filter, for events on the device. */
export function securityFits({ kind, user, date_after, date_before }: SecurityFilter) {
  return (event: SecurityEvent): boolean => {
    const day = chicagoDay(Date.parse(event.at))
    const isOf = user === undefined || event.actor?.id === user || event.subject?.id === user
    const isIn = (date_after === undefined || day >= date_after) && (date_before === undefined || day <= date_before)
    return isOf && isIn && (kind === undefined || event.kind === kind)
  }
}
