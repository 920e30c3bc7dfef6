import type { FileRef } from '#contract/files/files.ts'
import { type TrailerChange, type TruckChange, UNIT_RULES } from '#contract/units/unit-changes.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { invalid } from '#server/base/problem.ts'
import { DatabaseError, type Sql } from '#server/db/db.ts'
import { usePhoto } from '#server/modules/files/file-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { type ChangeRequest, changeRecord, type RecordStore } from '#server/records/change-record.ts'
import type { Asked } from '#server/records/merge.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { completeStatus } from '#server/records/status-dates.ts'
import { refuseServiceDays } from './service-days.ts'
import type { UnitFields } from './unit-columns.ts'
import { findTaken, NOTHING_WRITTEN, noteFormerNumber, type Written } from './unit-identity-repository.ts'
import { followsFrom, freeOther, type LockedPlace, lockPlace, noteDrivers, placeAsked } from './unit-placing.ts'
import { unitStore } from './unit-record-repository.ts'
import { getUnitId, idOf, sightOf, type UnitRef } from './unit-service.ts'

/** Who changes a unit, and where the photo's bytes lie. */
export interface UnitChanger {
  readonly user: CurrentUser
  readonly files: FileStore
}

/** The path of a unit's photo. Throws the 400 that says why it is none. */
export function useUnitPhoto(
  { sql, author }: ChangeRequest,
  by: UnitChanger,
  { kind, id }: { kind: UnitKind; id: string },
  photo: FileRef,
): Promise<string> {
  const owner = { area: `${kind}s`, record: id } as const
  return usePhoto(sql, { files: by.files, user: by.user.id, now: author.now, owner, field: 'photo' }, photo)
}

/** Model years are at most one ahead of the calendar. */
export function refuseYear(year: number | null | undefined, now: Date): void {
  if (year != null && year > Number(chicagoDay(now).slice(0, 4)) + 1) throw invalid({ year: [UNIT_RULES.year] })
}

/** Throws a 400 by field for what is written on another unit already. */
export async function refuseTaken(
  sql: Sql,
  unit: { readonly kind: UnitKind; readonly id: string },
  written: Partial<Written>,
): Promise<void> {
  const taken = await findTaken(sql, unit, { ...NOTHING_WRITTEN, ...written })
  if (taken.length > 0) throw invalid(Object.fromEntries(taken.map((field) => [field, [UNIT_RULES[field]]])))
}

const INDEXES: Readonly<Record<string, keyof Written>> = {
  units_unit_number: 'unit_number',
  units_licence_plate: 'licence_plate',
  units_transponder: 'transponder_id',
  units_vin: 'vin',
  units_gomotive_once: 'gomotive_id',
  units_fuel_once: 'pilot_flying_j_truck',
}

/** Of two who write the same on two units at once, the index stops the second. */
export function asTaken(error: unknown): never {
  const field = error instanceof DatabaseError ? INDEXES[error.constraint ?? ''] : undefined
  throw field ? Object.assign(invalid({ [field]: [UNIT_RULES[field]] }), { cause: error }) : error
}

/** What is empty is none. */
const said = (text: string | undefined) => (text === undefined ? undefined : text || null)

/** A store whose writing moves the drivers along. */
function storeWithDrivers(store: RecordStore<UnitFields, string>, asked: LockedPlace): RecordStore<UnitFields, string> {
  return {
    ...store,
    async write(sql, id, fields, log) {
      const { author } = log
      const moved = log.changes.find(({ field }) => field === 'driver')
      const had =
        moved && fields.driver !== null
          ? await freeOther(sql, author, asked, fields.driver, fields.status_date_from)
          : null
      const renumbered = log.changes.find(({ field }) => field === 'unit_number')
      // What a unit's fields hold for its number is a text, or null for one that is called by its id.
      const former = renumbered && ((renumbered.from as string | null) ?? id)
      if (former !== undefined) await noteFormerNumber(sql, id, former, chicagoDay(author.now))
      const written = await store.write(sql, id, fields, log).catch(asTaken)
      // What a unit's fields hold for a driver is its id, or null.
      if (moved)
        await noteDrivers(sql, log, asked.kind, { id, from: moved.from as number | null, to: fields.driver, had })
      return written
    },
  }
}

/**
 * Changes some fields of a unit, and with them who drives it. Throws 404, 412 (see `changeRecord`), and 400 by field: for what
 * is written on another unit, dates in the wrong order, a driver who can't have it, a photo that is none.
 */
export async function changeUnit(
  request: ChangeRequest,
  by: UnitChanger,
  unit: UnitRef,
  body: TruckChange | TrailerChange,
): Promise<RecordText> {
  const { sql, author } = request
  const { kind } = unit
  const id = await getUnitId(sql, unit)
  refuseYear(body.year, author.now)
  if (body.id !== undefined && (await idOf(sql, body.id)) !== id) throw invalid({ id: [UNIT_RULES.ownId] })
  const { id: _id, driver: _, driver_had: __, photo, ...fields } = body
  const file = photo ? await useUnitPhoto(request, by, { kind, id }, photo) : photo
  const asked: Asked<UnitFields> = {
    ...fields,
    vin: said(body.vin),
    type: said(body.type),
    driver: body.driver,
    photo: file,
  }
  const locked = await lockPlace(sql, placeAsked(body, kind, id))
  await refuseTaken(sql, { kind, id }, asked as Partial<Written>)
  const store = storeWithDrivers(unitStore(kind, sightOf(by.user, author.now)), locked)
  return changeRecord(request, store, id, asked, (differs, current) => {
    refuseServiceDays(differs, current, author.now)
    const follows = followsFrom(locked, current)
    const isNew = follows.driver !== undefined && follows.driver !== current.driver
    const changes = { ...differs, ...follows }
    const began = isNew || (follows.status !== undefined && follows.status !== current.status)
    const status = began ? { status: follows.status ?? current.status } : {}
    const dates = completeStatus({ current, asked: fields, differs: { ...differs, ...status }, now: author.now })
    const all: Partial<UnitFields> = { ...changes, ...dates }
    // What is as it was is no change.
    return Object.fromEntries(
      Object.entries(all).filter(([field, value]) => current[field as keyof UnitFields] !== value),
    )
  })
}
