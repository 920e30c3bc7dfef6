import type { RecordRef } from '#contract/wire/record.ts'
import { notFound, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { type ChangeRequest, changeRecord } from '#server/records/change-record.ts'
import { findDeleted } from '#server/records/deleted-record.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { lockForRemoval } from '#server/records/lock-for-removal.ts'
import { findMade } from '#server/records/made-once.ts'
import type { Asked, Fields } from '#server/records/merge.ts'
import type { RecordText } from '#server/records/record-text.ts'
import type { PlainRows } from './plain-rows.ts'

/** A record as JSON; `isNew`: not one that the device has sent before. */
type MadeRecord = RecordText & { readonly isNew: boolean }

/** What people do with records that are rows of one table. */
interface PlainRecords<F extends Fields> {
  readonly list: PlainRows<F>['findPage']
  /**
   * Adds a record. A `client_id` that is known already answers the record that has it: the device sent it before. Throws the
   * 404 of a record that was removed since.
   */
  make(request: ChangeRequest, body: F & { readonly client_id?: string | undefined }): Promise<MadeRecord>
  /** Changes some fields of a record. Throws 404, and 412 (see `changeRecord`). */
  change(request: ChangeRequest, ref: RecordRef, asked: Asked<F>): Promise<RecordText>
  /** Removes a record. Throws 404, and 412 when another person has changed it since its author looked. */
  remove(request: ChangeRequest, ref: RecordRef): Promise<void>
}

/** What people do with the records of `rows`. `noun`: what one of them is called, "department". */
export function plainRecords<F extends Fields>(rows: PlainRows<F>, noun: string): PlainRecords<F> {
  const { store } = rows

  /** The 404 that says who removed a record; null when none of that name was removed. */
  async function removalOf(sql: Sql, ref: RecordRef): Promise<Problem | null> {
    const removed = await findDeleted(sql, store.area, ref)
    if (removed === null) return null
    return new Problem(404, { detail: `This ${noun} was removed${removed.by && ` by ${removed.by}`}.` })
  }
  async function getId(sql: Sql, ref: RecordRef): Promise<number> {
    const id = await rows.findId(sql, ref)
    if (id === null) throw (await removalOf(sql, ref)) ?? notFound()
    return id
  }

  return {
    list: rows.findPage,

    async make({ sql, author }, { client_id, ...body }) {
      const known = await findMade(sql, client_id, {
        find: (name) => rows.findId(sql, name),
        refusal: (name) => removalOf(sql, name),
        answer: (id) => store.find(sql, id),
      })
      if (known) return known
      // What was left empty is no change of anything.
      const told = Object.entries(body).filter(([, to]) => to !== null && to !== '')
      const changes = told.map(([field, to]) => ({ field, from: null, to }))
      // All but `client_id` are the fields, which the compiler loses for a type that it does not know.
      const fields = body as unknown as F
      const made = await rows.insert(sql, client_id ?? null, fields, { area: store.area, version: 1, author, changes })
      return { ...made, isNew: true }
    },

    async change(request, ref, asked) {
      return changeRecord(request, store, await getId(request.sql, ref), asked)
    },

    async remove(request, ref) {
      const { sql, author } = request
      const id = await getId(sql, ref)
      await lockForRemoval(request, store, id, noun)
      // Before the row is gone: every device that shows it hears of it.
      const changes = [{ field: 'is_deleted', from: false, to: true }]
      await noteLinkedChange(sql, { area: store.area, id, author, changes })
      await rows.delete(sql, id)
    },
  }
}
