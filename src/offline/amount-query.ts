import * as z from 'zod/mini'
import type { EndpointShape, ReplyOf } from '#contract/endpoint.ts'
import { isoDate } from '#contract/record.ts'
import type { CallOptions } from '#src/api/call.ts'
import { askAgain } from './asked-again.ts'
import { type Asked, type Declared, declare } from './declared-query.ts'

/** From one day to another; both belong to it. */
interface Days {
  readonly start: string
  readonly end: string
}

/** What something came to, with the days that it was asked for. */
export interface DaysAmount extends Days {
  /** Dollars. */
  readonly amount: number
}

const kept = z.object({ start: isoDate, end: isoDate, amount: z.number() })

interface AmountParts<E extends EndpointShape> extends Pick<Asked<E>, 'endpoint' | 'shows' | 'parts'> {
  /** Says all of what is asked but the days: which of them, and of whom. */
  readonly key: readonly string[]
  /** The days as they are when it is asked. */
  readonly days: () => Days
  /** How the server is asked for them: by its address, or by the body of a POST that only asks (`asks`). */
  readonly question: (days: Days) => Pick<CallOptions<E>, 'query' | 'body'>
  readonly amountOf: (reply: ReplyOf<E>) => number
}

/**
 * Declares the read of what something came to in days that move on with the calendar, such as the last seven. It is known by
 * which days these are, not by their dates, and kept with them: what a device kept yesterday is found today, and says
 * itself what it is of.
 */
export function amountQuery<const E extends EndpointShape>({
  endpoint,
  days,
  question,
  amountOf,
  ...asked
}: AmountParts<E>): Declared<DaysAmount> {
  return declare<E, DaysAmount>(
    { ...asked, endpoint },
    {
      stored: { pack: (data) => data, unpack: (stored) => kept.safeParse(stored).data ?? null },
      ask: async (before, said) => {
        const { start, end } = days()
        const asked = { ...question({ start, end }), fresh: before !== undefined }
        const dataOf = (reply: ReplyOf<E>) => ({ start, end, amount: amountOf(reply) })
        const known = await askAgain<E, DaysAmount>(endpoint, asked, { said, dataOf })
        const { data } = known
        // The tag is of what it came to, and in other days that may be the same.
        const isOfThem = data.start === start && data.end === end
        return isOfThem ? known : { ...known, data: { ...data, start, end } }
      },
      make: null,
    },
  )
}
