import { isSyncedListName, SYNCED_LIST_NAMES, SYNCED_LISTS, type SyncedListName } from '#contract/sync/synced-lists.ts'
import { can } from '#contract/wire/access.ts'
import type { ChangedList } from '#contract/wire/sync.ts'
import type { Caller, ReceivedResponse } from '#tests/support/server/app.ts'

type Row = Readonly<Record<string, unknown>>
type Rows = Map<number | string, Row>
type Lists = ReadonlyMap<SyncedListName, Rows>

/** All rows of a list, from its own call. */
async function rowsOf(caller: Caller, name: SyncedListName): Promise<Rows> {
  const rows: Rows = new Map()
  let next: string | null = `${SYNCED_LISTS[name].path}?limit=1000`
  while (next !== null) {
    const { status, body, text }: ReceivedResponse = await caller('GET', next)
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
    for (const row of body.results) rows.set(row.id, row)
    next = body.next
  }
  return rows
}

async function fetchLists(caller: Caller, names: readonly SyncedListName[]): Promise<Lists> {
  const lists = new Map<SyncedListName, Rows>()
  for (const name of names) lists.set(name, await rowsOf(caller, name))
  return lists
}

/** A difference between a copy of a list and the list itself. */
export interface Difference {
  readonly list: SyncedListName
  readonly id: number | string
  /** `missing`: only the server has the row; `not gone`: only the copy has it; otherwise the fields that differ. */
  readonly is: string
}

function differingFields(mine: Row | undefined, theirs: Row | undefined): string {
  if (mine === undefined) return 'missing'
  if (theirs === undefined) return 'not gone'
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  return names.filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name])).join()
}

/**
 * A device's copy of all synced lists that its user may see. It follows the server by `GET /api/sync/` alone, or by the
 * rows of the event stream alone.
 */
export class ListReplica {
  readonly #caller: Caller
  #lists: Lists
  #position: string

  private constructor(caller: Caller, position: string, lists: Lists) {
    this.#caller = caller
    this.#position = position
    this.#lists = lists
  }

  /** Takes the position first, then fetches the lists: a change in between is then received once more. */
  static async fetch(caller: Caller): Promise<ListReplica> {
    const { body: user } = await caller('GET', '/api/users/users/me/')
    const { body } = await caller('GET', '/api/sync/')
    const names = SYNCED_LIST_NAMES.filter((name) => can(user, SYNCED_LISTS[name].access))
    return new ListReplica(caller, body.position, await fetchLists(caller, names))
  }

  get names(): readonly SyncedListName[] {
    return [...this.#lists.keys()]
  }
  get position(): string {
    return this.#position
  }

  /** Receives the rows that changed since the last position and applies them. Returns what was received. */
  async follow(): Promise<readonly ChangedList[]> {
    const received: ChangedList[] = []
    for (;;) {
      const query = new URLSearchParams({ after: this.#position, lists: this.names.join(',') })
      const { status, body, text } = await this.#caller('GET', `/api/sync/?${query}`)
      if (status !== 200 || body.must_restart) throw new Error(`${status} ${text}`)
      this.apply(body.lists)
      received.push(...body.lists)
      this.#position = body.position
      if (body.is_complete) return received
    }
  }

  apply(changed: readonly ChangedList[]): void {
    for (const { list, rows, gone } of changed) {
      const copy = isSyncedListName(list) ? this.#lists.get(list) : undefined
      if (!copy) throw new Error(`no copy of ${list} was requested`)
      for (const row of rows) copy.set(row.id, row)
      for (const id of gone) copy.delete(id)
    }
  }

  /** How this copy differs from what the server would send to this user now. Afterward the copy is repaired. */
  async repair(): Promise<readonly Difference[]> {
    const server = await fetchLists(this.#caller, this.names)
    const found = this.#differencesFrom(server)
    this.#lists = server
    return found
  }

  /** How this copy differs from what the server would send to this user now. */
  async differences(): Promise<readonly Difference[]> {
    return this.#differencesFrom(await fetchLists(this.#caller, this.names))
  }

  #differencesFrom(server: Lists): readonly Difference[] {
    return this.names.flatMap((list) => {
      const [mine, theirs]: readonly Rows[] = [this.#lists.get(list) ?? new Map(), server.get(list) ?? new Map()]
      const ids = [...new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])])]
      const differing = ids.filter((id) => JSON.stringify(mine?.get(id)) !== JSON.stringify(theirs?.get(id)))
      return differing.map((id) => ({ list, id, is: differingFields(mine?.get(id), theirs?.get(id)) }))
    })
  }
}
