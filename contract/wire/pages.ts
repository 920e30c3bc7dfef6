import * as z from 'zod/mini'
import { signedIn } from './access.ts'
import { endpoint } from './endpoint.ts'

/** The most lists in one request. */
export const MAX_LISTS = 50

/** Addresses of pages with spaces between them: paths of calls with their queries, as `next` of a page has them. */
const addresses = z.pipe(
  z
    .string()
    .check(
      z.regex(new RegExp(`^/api/[!-~]{1,600}( /api/[!-~]{1,600}){0,${MAX_LISTS - 1}}$`), 'Enter addresses of lists.'),
    ),
  z.transform((text: string) => text.split(' ')),
)

export const pageEndpoints = {
  stream: endpoint({
    name: 'pages.stream',
    summary: 'Whole lists in one response: all pages of each list, from an address on. For devices that store them.',
    method: 'GET',
    path: '/api/pages/',
    access: signedIn,
    query: z.object({ lists: addresses }),
    reply: null,
    events: {
      /** A page, as its own call would send it. `list`: the index of its address in the request. */
      page: z.object({ list: z.int(), etag: z.nullable(z.string()), page: z.unknown() }),
      /** The call of the list refused the next page with this status. The list has no more pages in this response. */
      refused: z.object({ list: z.int(), status: z.int() }),
    },
  }),
}
