import type { RecordRef } from '#contract/wire/record.ts'
import { notFound, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { type ChangeRequest, changeRecord } from '#server/records/change-record.ts'
import { findCreated } from '#server/records/client-id-lookup.ts'
import { findDeletedRecord } from '#server/records/deleted-record.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import { lockForRemoval } from '#server/records/lock-for-removal.ts'
import type { Fields, RequestedFields } from '#server/records/merge.ts'
import type { RecordText } from '#server/records/record-text.ts'
import type { PlainRows } from './plain-rows.ts'

/** A record as JSON. `isNew` is false when the device had already sent it. */
type CreatedRecord = RecordText & { readonly isNew: boolean }

/** The operations of users on records that are rows of one table. */
interface PlainRecords<F extends Fields> {
  readonly list: PlainRows<F>['findPage']
  /**
   * Creates a record. When the device has already sent this `client_id`, returns the existing record. Throws a 404 when
   * that record was deleted.
   */
  create(request: ChangeRequest, body: F & { readonly client_id?: string | undefined }): Promise<CreatedRecord>
  /** Changes some fields of a record. Throws a 404 or a 412 (see `changeRecord`). */
  change(request: ChangeRequest, ref: RecordRef, requested: RequestedFields<F>): Promise<RecordText>
  /** Deletes a record. Throws a 404, or a 412 when others changed it since the user saw it. */
  remove(request: ChangeRequest, ref: RecordRef): Promise<void>
}

/**
 * The operations of users on the records of `rows`: list, create, change and remove. The area's routes call them.
 * `noun` is the word for one record in error texts.
 *
 * ```ts
 * export const contacts = plainRecords(contactRows, 'department')
 *
 * serve(app, contactChanges.update, async (call) =>
 *   Answer.record(await contacts.change(changeRequest(call), call.params.id, call.body)),
 * )
 * ```
 */
export function plainRecords<F extends Fields>(rows: PlainRows<F>, noun: string): PlainRecords<F> {
  const { store } = rows

  /** The 404 that names the user who deleted the record. Null when no such record was deleted. */
  async function removalOf(sql: Sql, ref: RecordRef): Promise<Problem | null> {
    const removed = await findDeletedRecord(sql, store.area, ref)
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

    async create({ sql, author }, { client_id, ...body }) {
      const existing = await findCreated(sql, client_id, {
        find: (name) => rows.findId(sql, name),
        refusal: (name) => removalOf(sql, name),
        answer: (id) => store.find(sql, id),
      })
      if (existing) return existing
      // Empty fields are not logged: nothing changed.
      const filled = Object.entries(body).filter(([, to]) => to !== null && to !== '')
      const changes = filled.map(([field, to]) => ({ field, from: null, to }))
      // Without `client_id` the body has exactly the fields `F`. The compiler can't infer this for a generic type.
      const fields = body as unknown as F
      const created = await rows.insert(sql, client_id ?? null, fields, {
        area: store.area,
        version: 1,
        author,
        changes,
      })
      return { ...created, isNew: true }
    },

    async change(request, ref, requested) {
      return changeRecord(request, store, await getId(request.sql, ref), requested)
    },

    async remove(request, ref) {
      const { sql, author } = request
      const id = await getId(sql, ref)
      await lockForRemoval(request, store, id, noun)
      // Before the row is deleted, so that every device that shows the record learns of it.
      const changes = [{ field: 'is_deleted', from: false, to: true }]
      await logLinkedChange(sql, { area: store.area, id, author, changes })
      await rows.delete(sql, id)
    },
  }
}
