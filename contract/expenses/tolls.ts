import * as z from 'zod/mini'
import { administrator, anyOf, view, viewOrEdit } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { MAX_PAGE_SIZE, pageOf, pageQuery, wholeNumber } from '#contract/wire/page.ts'
import { instant, isoDate } from '#contract/wire/record.ts'

const identifier = z.string().check(z.maxLength(64))
const namedBy = z._default(
  z.pipe(
    z.nullable(identifier),
    z.transform((text: string | null) => text ?? ''),
  ),
  '',
)

/** A truck as toll agencies know it: by what they read on the road. Empty where the truck has none. */
export const tollVehicle = z.object({ Plate: identifier, TransponderId: identifier, UnitNumber: identifier })
export type TollVehicle = z.output<typeof tollVehicle>

/** One of the vehicles asked about: it is told by its transponder, else by its plate, else by its unit number. */
const askedVehicle = z.object({ Plate: namedBy, TransponderId: namedBy, UnitNumber: namedBy })

/** What comes in from vendors. */
export const EXPENSE_KINDS = ['tolls', 'fuel'] as const
export type ExpenseKind = (typeof EXPENSE_KINDS)[number]

/**
 * From whom expenses of a kind come, and how old they are. `failure` tells in words how the last try went wrong; when that
 * was is missing in what a device kept before it was told.
 */
export const expenseFeed = z.object({
  kind: z.enum(EXPENSE_KINDS),
  vendor: z.string(),
  synced_to: z.nullable(isoDate),
  tried_at: z._default(z.nullable(instant), null),
  succeeded_at: z.nullable(instant),
  failure: z.nullable(z.string()),
})
export type ExpenseFeed = z.output<typeof expenseFeed>

export const tollEndpoints = {
  vehicles: endpoint({
    name: 'tolls.vehicles',
    summary: 'Trucks as toll agencies know them, for pickers; by id.',
    method: 'GET',
    path: '/api/bestpass/vehicles/',
    access: viewOrEdit('trucks'),
    query: z.object({ ...pageQuery, limit: z._default(wholeNumber(1, MAX_PAGE_SIZE), MAX_PAGE_SIZE) }),
    reply: pageOf(tollVehicle),
  }),
  expenses: endpoint({
    name: 'tolls.expenses',
    summary: 'What was paid in tolls in a range of days, both included, in dollars; unless vehicles are said by all.',
    method: 'POST',
    path: '/api/bestpass/toll_expenses/',
    asks: true,
    access: administrator,
    body: z.object({
      FromDate: reportDay,
      ToDate: reportDay,
      vehicles: z.optional(z.nullable(z.array(askedVehicle).check(z.maxLength(5000)))),
    }),
    reply: z.object({ amount: z.number() }),
  }),
}

export const expenseFeedEndpoints = {
  list: endpoint({
    name: 'expenseFeeds.list',
    summary: 'How tolls and fuel come in: from whom, up to which day, and when that last went well.',
    method: 'GET',
    path: '/api/expense-feeds/',
    access: anyOf(view('trucks'), view('trailers'), view('drivers')),
    reply: z.array(expenseFeed),
  }),
}
