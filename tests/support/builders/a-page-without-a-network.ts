import { afterEach, beforeEach, vi } from 'vitest'
import { setCredentials } from '#src/api/call.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'

/** When the server gave what the page keeps. */
export const AS_OF = 1_790_000_000_000

/** Gives each test of a file a page that keeps nothing and has no network; answers what it has asked for, oldest first. */
export function pageWithoutNetworkForEach(): readonly URL[] {
  const asked: URL[] = []
  beforeEach(() => {
    queryClient.clear()
    asked.length = 0
    openPage()
    setCredentials({ token: () => 'token', refresh: () => Promise.resolve('refused') })
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(new URL(url))
      return Promise.reject(new TypeError('no network'))
    })
  })
  afterEach(() => vi.unstubAllGlobals())
  return asked
}

interface OfList {
  readonly options: { readonly queryKey: readonly unknown[] }
}

/** The page keeps these rows of a list, all there are. */
export function keepsRows({ options }: OfList, rows: readonly unknown[]): void {
  queryClient.setQueryData(options.queryKey, {
    data: { rows, count: rows.length, next: null },
    asOf: AS_OF,
    source: 'network',
  })
}
