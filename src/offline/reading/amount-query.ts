import { hashKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { EndpointShape, ReplyOf } from '#contract/wire/endpoint.ts'
import { isoDate } from '#contract/wire/record.ts'
import type { CallOptions } from '#src/api/call.ts'
import { type DeclaredQuery, declareQuery, type QueryParts } from './declared-query.ts'
import type { StorageRules } from './query-data.ts'
import { revalidate } from './revalidate.ts'

/** First and last day, both inclusive. */
interface DayRange {
  readonly start: string
  readonly end: string
}

/** A sum, with the days for which it was requested. */
export interface AmountOfDays extends DayRange {
  /** Dollars. */
  readonly amount: number
}

const storedAmount = z.object({ start: isoDate, end: isoDate, amount: z.number(), of: z.optional(z.array(z.string())) })

interface AmountParts<E extends EndpointShape> extends Pick<QueryParts<E>, 'endpoint' | 'areas' | 'parts'> {
  /** Identifies the sum, without dates and subjects. Its days are relative, such as the number of a week from today. */
  readonly key: readonly string[]
  /**
   * The people or units to sum up, sorted; empty for all. The device stores only the latest response for each number of
   * subjects, because the stored name is unencrypted and must not contain them. The encrypted content does.
   */
  readonly subjects?: readonly string[]
  /** The days at the time of the request. */
  readonly days: () => DayRange
  /** The query string, or the body of a read-only POST (`isReadOnly`). */
  readonly requestFor: (days: DayRange) => Pick<CallOptions<E>, 'query' | 'body'>
  readonly amountOf: (reply: ReplyOf<E>) => number
}

/**
 * Declares the query of a sum over days that move with the calendar, such as the last seven. Its key contains no dates,
 * and the dates are stored with the sum. So yesterday's stored sum is found today and shown with its own dates.
 */
export function amountQuery<const E extends EndpointShape>({
  key,
  subjects = [],
  endpoint,
  days,
  requestFor,
  amountOf,
  ...rest
}: AmountParts<E>): DeclaredQuery<AmountOfDays> {
  return declareQuery<E, AmountOfDays>(
    { ...rest, key: [...key, ...subjects], endpoint },
    {
      storage: storageOf(key, subjects),
      fetchData: async (before, lastResponse) => {
        const { start, end } = days()
        const options = { ...requestFor({ start, end }), fresh: before !== undefined }
        const dataOf = (reply: ReplyOf<E>) => ({ start, end, amount: amountOf(reply) })
        const response = await revalidate<E, AmountOfDays>(endpoint, options, { lastResponse, dataOf })
        const { data } = response
        // The tag covers the sum alone. After a 304, `data` may have the dates of an earlier request.
        const hasTheseDays = data.start === start && data.end === end
        return hasTheseDays ? response : { ...response, data: { ...data, start, end } }
      },
      derive: null,
    },
  )
}

function storageOf(key: readonly string[], subjects: readonly string[]): StorageRules {
  const areTheSame = (others: readonly string[] = []) => hashKey(others) === hashKey(subjects)
  return {
    pack: (data) => (subjects.length === 0 ? data : { ...(data as AmountOfDays), of: subjects }),
    unpack(stored) {
      const { of: storedSubjects, ...data } = storedAmount.safeParse(stored).data ?? { of: null }
      return storedSubjects === null || !areTheSame(storedSubjects) ? null : data
    },
    ...(subjects.length > 0 && { name: hashKey([...key, { of: subjects.length }]) }),
  }
}
