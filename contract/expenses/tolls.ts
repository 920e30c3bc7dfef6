import * as z from 'zod/mini'
import { administrator, anyOf, view, viewOrEdit } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { MAX_PAGE_SIZE, pageOf, pageQuery, wholeNumber } from '#contract/wire/page.ts'
import { instant, isoDate } from '#contract/wire/record.ts'

const identifier = z.string().check(z.maxLength(64))
const identifierOrEmpty = z._default(
  z.pipe(
    z.nullable(identifier),
    z.transform((text: string | null) => text ?? ''),
  ),
  '',
)

/** The identifiers by which toll agencies recognize a truck. Empty for an identifier that the truck does not have. */
export const tollVehicle = z.object({ Plate: identifier, TransponderId: identifier, UnitNumber: identifier })
export type TollVehicle = z.output<typeof tollVehicle>

/** A vehicle in a request, found by its transponder, otherwise by its plate, otherwise by its unit number. */
const vehicleToMatch = z.object({
  Plate: identifierOrEmpty,
  TransponderId: identifierOrEmpty,
  UnitNumber: identifierOrEmpty,
})

/** The kinds of expenses from vendors. */
export const EXPENSE_KINDS = ['tolls', 'fuel'] as const
export type ExpenseKind = (typeof EXPENSE_KINDS)[number]

/**
 * The vendor of one kind of expense, and how recent its data is. `failure`: why the last attempt failed, as text; null
 * after a success. `tried_at` has a default for older responses stored on a device.
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
    summary: 'Trucks under the names of the toll agencies, for pickers, by id.',
    method: 'GET',
    path: '/api/bestpass/vehicles/',
    access: viewOrEdit('trucks'),
    query: z.object({ ...pageQuery, limit: z._default(wholeNumber(1, MAX_PAGE_SIZE), MAX_PAGE_SIZE) }),
    reply: pageOf(tollVehicle),
  }),
  expenses: endpoint({
    name: 'tolls.expenses',
    summary: 'Tolls in a range of days (first and last day included), in dollars, of the given vehicles or of all.',
    method: 'POST',
    path: '/api/bestpass/toll_expenses/',
    isReadOnly: true,
    access: administrator,
    body: z.object({
      FromDate: reportDay,
      ToDate: reportDay,
      vehicles: z.optional(z.nullable(z.array(vehicleToMatch).check(z.maxLength(5000)))),
    }),
    reply: z.object({ amount: z.number() }),
  }),
}

export const expenseFeedEndpoints = {
  list: endpoint({
    name: 'expenseFeeds.list',
    summary: 'The sources of tolls and fuel: the vendor, the last day received, and the last success.',
    method: 'GET',
    path: '/api/expense-feeds/',
    access: anyOf(view('trucks'), view('trailers'), view('drivers')),
    reply: z.array(expenseFeed),
  }),
}
