import { hashKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { EndpointShape, ReplyOf } from '#contract/wire/endpoint.ts'
import { isoDate } from '#contract/wire/record.ts'
import type { CallOptions } from '#src/api/call.ts'
import { type DeclaredQuery, declareQuery, type QueryParts } from './declared-query.ts'
import type { StorageRules } from './query-data.ts'
import { revalidate } from './revalidate.ts'

/** From one day to another; both belong to it. */
interface DayRange {
  readonly start: string
  readonly end: string
}

/** What something came to, with the days that it was asked for. */
export interface AmountOfDays extends DayRange {
  /** Dollars. */
  readonly amount: number
}

const storedAmount = z.object({ start: isoDate, end: isoDate, amount: z.number(), of: z.optional(z.array(z.string())) })

interface AmountParts<E extends EndpointShape> extends Pick<QueryParts<E>, 'endpoint' | 'areas' | 'parts'> {
  /** Says what is asked but the days, and of whom: which of them. */
  readonly key: readonly string[]
  /**
   * Of whom it is asked, where that is not everyone; in the order of the alphabet. The device keeps the last answer of so many
   * of them, sealed with the word of whom it is: what it is called there stands in clear.
   */
  readonly subjects?: readonly string[]
  /** The days as they are when it is asked. */
  readonly days: () => DayRange
  /** How the server is asked for them: by its address, or by the body of a POST that only asks (`asks`). */
  readonly requestFor: (days: DayRange) => Pick<CallOptions<E>, 'query' | 'body'>
  readonly amountOf: (reply: ReplyOf<E>) => number
}

/**
 * Declares the read of what something came to in days that move on with the calendar, such as the last seven. It is known by
 * which days these are, not by their dates, and kept with them: what a device kept yesterday is found today, and says
 * itself what it is of.
 */
export function amountQuery<const E extends EndpointShape>({
  key,
  subjects = [],
  endpoint,
  days,
  requestFor,
  amountOf,
  ...parts
}: AmountParts<E>): DeclaredQuery<AmountOfDays> {
  return declareQuery<E, AmountOfDays>(
    { ...parts, key: [...key, ...subjects], endpoint },
    {
      storage: storageOf(key, subjects),
      fetchData: async (before, said) => {
        const { start, end } = days()
        const asked = { ...requestFor({ start, end }), fresh: before !== undefined }
        const dataOf = (reply: ReplyOf<E>) => ({ start, end, amount: amountOf(reply) })
        const known = await revalidate<E, AmountOfDays>(endpoint, asked, { said, dataOf })
        const { data } = known
        // The tag is of what it came to, and in other days that may be the same.
        const isOfThem = data.start === start && data.end === end
        return isOfThem ? known : { ...known, data: { ...data, start, end } }
      },
      derive: null,
    },
  )
}

function storageOf(key: readonly string[], of: readonly string[]): StorageRules {
  const isOfThem = (whom: readonly string[] = []) => hashKey(whom) === hashKey(of)
  return {
    pack: (data) => (of.length === 0 ? data : { ...(data as AmountOfDays), of }),
    unpack(stored) {
      const { of: whom, ...data } = storedAmount.safeParse(stored).data ?? { of: null }
      return whom === null || !isOfThem(whom) ? null : data
    },
    ...(of.length > 0 && { name: hashKey([...key, { of: of.length }]) }),
  }
}
