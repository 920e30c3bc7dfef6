import { globSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { can } from '#contract/wire/access.ts'
import { currentUserOf } from '#e2e/support/company/inspections.ts'
import { openedAnswers } from '#e2e/support/device/stored-answers.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { isPrefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { QueryPersister, setPersister } from '#src/offline/query-storage/query-persister.ts'
import { QueryStore, type StoredAnswer } from '#src/offline/query-storage/query-store.ts'
import { storedList } from '#src/offline/query-storage/stored-list.ts'
import type { WholeList } from '#src/offline/query-storage/whole-list.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import { clearSealer } from '#src/seal/sealer.ts'
import { type ListOnDevice, listDifferences } from './list-differences.ts'

/** The stored responses of a device, read here instead of in its page. */
class AnswersOfDevice extends QueryStore {
  readonly #answers: ReadonlyMap<string, StoredAnswer>

  constructor(answers: readonly StoredAnswer[]) {
    const onTrouble = (error: unknown) => {
      throw error
    }
    super('device', { sealer: clearSealer, now: Date.now, onTrouble })
    this.#answers = new Map(answers.map((one) => [one.hash, one]))
  }
  override find(hash: string): Promise<StoredAnswer | null> {
    return Promise.resolve(this.#answers.get(hash) ?? null)
  }
}

interface StoredQuery extends AnyQuery {
  readonly whole: WholeList & { readonly changes: NonNullable<WholeList['changes']> }
}
const isSynced = (query: AnyQuery): query is StoredQuery => query.whole?.changes != null

/** The lists that the server keeps up to date on a device, as the app declares them. */
async function syncedLists(): Promise<readonly StoredQuery[]> {
  const files = globSync('src/{areas,boards,lookups}/**/*-queries.ts')
  const modules: readonly object[] = await Promise.all(files.map((file) => import(`#${file}`)))
  const today = chicagoDay(Date.now())
  return modules
    .flatMap((module) => Object.values(module).filter(isPrefetchList))
    .flatMap(({ queries }) => queries(today))
    .filter(isSynced)
}

/** A list as the device has it, by the app's own code; null if it does not have the whole list. */
async function listOnDevice({ queryKey, whole }: StoredQuery): Promise<ListOnDevice | null> {
  const stored = await storedList(queryKey, whole)
  if (stored === null || !stored.isWhole) return null
  const rows: object[] = []
  for (let at = 0; at < stored.pages; at += 1) rows.push(...((await stored.page(at))?.results ?? []))
  return { rows, count: stored.count }
}

/** The rows of a list as the server sends them. */
async function rowsAtServer(api: Api, { whole }: StoredQuery): Promise<readonly object[]> {
  const rows: object[] = []
  for (let next: string | null = null, isMore = true; isMore; isMore = next !== null) {
    const page = whole.unpack(await api.get(whole.pageAddress(next)))
    if (page === null) throw new Error(`the server sends no page of ${whole.changes.names}`)
    rows.push(...page.results)
    next = page.next
  }
  return rows
}

export interface ListComparison {
  readonly lists: number
  readonly rows: number
  readonly breaches: readonly string[]
}

async function compareOnce(page: Page, api: Api, lists: readonly StoredQuery[]): Promise<ListComparison> {
  const store = new AnswersOfDevice(await openedAnswers(page))
  setPersister(new QueryPersister(store, { client: queryClient, isAllowed: () => true, notifyTabs: () => undefined }))
  const pairs = await Promise.all(
    lists.map(async (list) => ({
      name: list.whole.changes.names.join(),
      device: await listOnDevice(list),
      server: await rowsAtServer(api, list),
    })),
  )
  setPersister(null)
  return {
    lists: pairs.length,
    rows: pairs.reduce((sum, { server }) => sum + server.length, 0),
    breaches: pairs.flatMap(({ name, device, server }) => listDifferences(name, device, server)),
  }
}

/**
 * Compares every list that the page's device keeps for its user with the list that the server sends to that user.
 * Compares again until they are the same, for up to `within` milliseconds.
 */
export async function compareStoredLists(page: Page, api: Api, within: number): Promise<ListComparison> {
  const last = performance.now() + within
  const me = await currentUserOf(api)
  const lists = (await syncedLists()).filter(({ access }) => can(me, access))
  for (;;) {
    const comparison = await compareOnce(page, api, lists)
    if (comparison.breaches.length === 0 || performance.now() > last) return comparison
  }
}
