import { afterEach, beforeEach, vi } from 'vitest'
import { setCredentials } from '#src/api/call.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'

/** The time of the responses that the page has stored. */
export const AS_OF = 1_790_000_000_000

/**
 * Gives each test of a file a page without stored responses and without a network. Returns the URLs that the page has
 * requested, oldest first.
 */
export function offlinePageForEachTest(): readonly URL[] {
  const requests: URL[] = []
  beforeEach(() => {
    queryClient.clear()
    requests.length = 0
    openPage()
    setCredentials({ token: () => 'token', refresh: () => Promise.resolve('refused') })
    vi.stubGlobal('fetch', (url: string) => {
      requests.push(new URL(url))
      return Promise.reject(new TypeError('no network'))
    })
  })
  afterEach(() => vi.unstubAllGlobals())
  return requests
}

interface ListQuery {
  readonly options: { readonly queryKey: readonly unknown[] }
}

/** Stores these rows as the complete list of a query. */
export function storeList({ options }: ListQuery, rows: readonly unknown[]): void {
  queryClient.setQueryData(options.queryKey, {
    data: { rows, count: rows.length, next: null },
    asOf: AS_OF,
    source: 'network',
  })
}
