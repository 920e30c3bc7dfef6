import type { HistoryRow } from '#server/modules/events/event-repository.ts'

/** Faults of the server that the property test must find. */
export type ServerFault =
  | 'rows that are gone are not reported'
  | 'changes that are committed late are skipped'
  | 'users with other rights get the same rows'
  | 'a position from before a restore is accepted'
  | 'rows are read before their change'
  | 'of several changes the last is left out'

export interface ModelDriver {
  readonly id: number
  readonly name: string
  readonly dispatcher: number | null
  readonly papersUntil: string
  readonly version: number
}
export interface ModelDispatcher {
  readonly id: number
  readonly name: string
  readonly version: number
}
interface Records {
  readonly drivers: ReadonlyMap<number, ModelDriver>
  readonly dispatchers: ReadonlyMap<number, ModelDispatcher>
}

/** A change that is written and not committed: it has its number, and no statement sees it. */
export interface OpenTransaction {
  readonly row: HistoryRow
  readonly apply: (records: Records) => Records
}

/** What a change does. `driver`, `dispatcher`: any number; the model picks one of its records by it. */
export interface ModelChange {
  readonly kind: 'rename' | 'leave' | 'hire' | 'assign' | 'rename_dispatcher'
  readonly of: number
  readonly name: string
}

const DISPATCHERS = 2
const byNumber = (a: HistoryRow, b: HistoryRow) => a.seq - b.seq

/** The tables of a company: records, the history with its sequence, and transactions that are not committed. */
export class CompanyModel {
  fault: ServerFault | null = null
  records: Records
  /** Before the last change. */
  former: Records
  history: readonly HistoryRow[] = []
  readonly open: OpenTransaction[] = []
  readonly #onCommit = new Set<() => void>()
  #nextSeq = 1
  #nextDriver: number

  constructor(drivers: number) {
    const ids = Array.from({ length: drivers }, (_, at) => at + 1)
    this.#nextDriver = drivers + 1
    this.former = this.records = {
      drivers: new Map(ids.map((id) => [id, newDriver(id, `Name ${id}`)])),
      dispatchers: new Map(
        Array.from({ length: DISPATCHERS }, (_, at) => [at + 1, { id: at + 1, name: `Chief ${at}`, version: 1 }]),
      ),
    }
  }

  /** As a statement of a transaction that reads: what is committed at that moment, a little later. */
  async read<T>(look: (model: this) => T): Promise<T> {
    await null
    const seen = look(this)
    await null
    return seen
  }
  onCommit(listener: () => void): () => void {
    this.#onCommit.add(listener)
    return () => this.#onCommit.delete(listener)
  }

  /** Writes a change. Returns null when there is no such record, or when another transaction has it. */
  begin(change: ModelChange): OpenTransaction | null {
    const begun = this.#written(change)
    const isTaken =
      begun && this.open.some(({ row }) => row.area === begun.row.area && row.record_id === begun.row.record_id)
    if (begun === null || isTaken) return null
    this.#nextSeq += 1
    this.open.push(begun)
    return begun
  }
  /** A change of a user, which no list of the model shows. */
  changeUser(id: number): void {
    const row = { seq: this.#nextSeq, area: 'users', record_id: String(id), version: 1, at: Date.now() }
    this.#nextSeq += 1
    this.open.push({ row, apply: (records) => records })
    this.commit(this.open.at(-1) as OpenTransaction)
  }
  commit(transaction: OpenTransaction): void {
    this.#end(transaction)
    this.former = this.records
    this.records = transaction.apply(this.records)
    this.history = [...this.history, transaction.row].sort(byNumber)
    for (const listener of [...this.#onCommit]) listener()
  }
  rollBack(transaction: OpenTransaction): void {
    this.#end(transaction)
  }

  /** The state for a later `restore`, as a backup has it. */
  backUp(): () => void {
    const { records, history } = this
    const [nextSeq, nextDriver] = [this.#nextSeq, this.#nextDriver]
    return () => {
      this.open.length = 0
      this.records = records
      this.history = history
      this.#nextSeq = nextSeq
      this.#nextDriver = nextDriver
    }
  }

  #end(transaction: OpenTransaction): void {
    this.open.splice(this.open.indexOf(transaction), 1)
  }

  #written({ kind, of, name }: ModelChange): OpenTransaction | null {
    const { drivers, dispatchers } = this.records
    const row = (area: string, id: number, version: number) => ({
      seq: this.#nextSeq,
      area,
      record_id: String(id),
      version,
      at: Date.now(),
    })
    const put = (driver: ModelDriver) => ({
      row: row('drivers', driver.id, driver.version),
      apply: (records: Records) => ({ ...records, drivers: new Map(records.drivers).set(driver.id, driver) }),
    })
    if (kind === 'hire') {
      this.#nextDriver += 1
      return put(newDriver(this.#nextDriver - 1, name))
    }
    if (kind === 'rename_dispatcher') {
      const dispatcher = picked(dispatchers, of)
      if (dispatcher === null) return null
      const next = { ...dispatcher, name, version: dispatcher.version + 1 }
      const apply = (records: Records) => ({
        ...records,
        dispatchers: new Map(records.dispatchers).set(next.id, next),
      })
      return { row: row('dispatchers', next.id, next.version), apply }
    }
    const driver = picked(drivers, of)
    if (driver === null) return null
    const version = driver.version + 1
    if (kind === 'rename') return put({ ...driver, name, papersUntil: `2027-01-${10 + (of % 20)}`, version })
    if (kind === 'assign')
      return put({ ...driver, dispatcher: of % 3 === 0 ? null : (picked(dispatchers, of)?.id ?? null), version })
    const apply = (records: Records) => ({
      ...records,
      drivers: new Map([...records.drivers].filter(([id]) => id !== driver.id)),
    })
    return { row: row('drivers', driver.id, version), apply }
  }
}

const newDriver = (id: number, name: string): ModelDriver => ({
  id,
  name,
  dispatcher: (id % DISPATCHERS) + 1,
  papersUntil: '2027-01-01',
  version: 1,
})

const picked = <T>(from: ReadonlyMap<number, T>, of: number): T | null =>
  [...from.values()][of % Math.max(1, from.size)] ?? null
