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
import type { RequestedFields } from '#server/records/merge.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { completeStatusDates } from '#server/records/status-dates.ts'
import { refuseServiceDays } from './service-days.ts'
import {
  freeOtherUnit,
  impliedAssignment,
  type LockedAssignment,
  lockAssignment,
  logDriverChanges,
  requestedAssignment,
} from './unit-assignment.ts'
import type { UnitFields } from './unit-columns.ts'
import {
  findTakenIdentifiers,
  NO_IDENTIFIERS,
  storeFormerNumber,
  type UnitIdentifiers,
} from './unit-identity-repository.ts'
import { unitStore } from './unit-record-repository.ts'
import { getUnitId, type UnitRef, unitIdOf, unitVisibility } from './unit-service.ts'

/** The user who changes a unit, and the store of its photo. */
export interface UnitChanger {
  readonly user: CurrentUser
  readonly files: FileStore
}

/** Makes an upload the photo of a unit and returns its path. Throws a 400 when it can't be used. */
export function useUnitPhoto(
  { sql, author }: ChangeRequest,
  by: UnitChanger,
  { kind, id }: { kind: UnitKind; id: string },
  photo: FileRef,
): Promise<string> {
  const owner = { area: `${kind}s`, record: id } as const
  return usePhoto(sql, { files: by.files, user: by.user.id, now: author.now, owner, field: 'photo' }, photo)
}

/** Throws a 400 for a model year more than one year after the current year. */
export function refuseYear(year: number | null | undefined, now: Date): void {
  if (year != null && year > Number(chicagoDay(now).slice(0, 4)) + 1) throw invalid({ year: [UNIT_RULES.year] })
}

/** Throws a 400 by field for identifiers that another unit already has. */
export async function refuseTaken(
  sql: Sql,
  unit: { readonly kind: UnitKind; readonly id: string },
  identifiers: Partial<UnitIdentifiers>,
): Promise<void> {
  const takenFields = await findTakenIdentifiers(sql, unit, { ...NO_IDENTIFIERS, ...identifiers })
  if (takenFields.length > 0)
    throw invalid(Object.fromEntries(takenFields.map((field) => [field, [UNIT_RULES[field]]])))
}

const INDEXES: Readonly<Record<string, keyof UnitIdentifiers>> = {
  units_unit_number: 'unit_number',
  units_licence_plate: 'licence_plate',
  units_transponder: 'transponder_id',
  units_vin: 'vin',
  units_gomotive_once: 'gomotive_id',
  units_fuel_once: 'pilot_flying_j_truck',
}

/**
 * The 400 for a unique violation: when two requests set the same identifier at the same time, the index stops the
 * second.
 */
export function throwTaken(error: unknown): never {
  const field = error instanceof DatabaseError ? INDEXES[error.constraint ?? ''] : undefined
  throw field ? Object.assign(invalid({ [field]: [UNIT_RULES[field]] }), { cause: error }) : error
}

/** An empty text clears the field. */
const emptyToNull = (text: string | undefined) => (text === undefined ? undefined : text || null)

/**
 * The unit store, extended to log the change at the drivers, free the driver's other unit and store a former number.
 */
function storeWithDrivers(
  store: RecordStore<UnitFields, string>,
  locked: LockedAssignment,
): RecordStore<UnitFields, string> {
  return {
    ...store,
    async write(sql, id, fields, log) {
      const { author } = log
      const driverChange = log.changes.find(({ field }) => field === 'driver')
      const freedUnit =
        driverChange && fields.driver !== null
          ? await freeOtherUnit(sql, author, locked, fields.driver, fields.status_date_from)
          : null
      const numberChange = log.changes.find(({ field }) => field === 'unit_number')
      // `unit_number` is a text, or null when the id is the number.
      const former = numberChange && ((numberChange.from as string | null) ?? id)
      if (former !== undefined) await storeFormerNumber(sql, id, former, chicagoDay(author.now))
      const written = await store.write(sql, id, fields, log).catch(throwTaken)
      // `driver` is an id or null.
      if (driverChange)
        await logDriverChanges(sql, log, locked.kind, {
          id,
          from: driverChange.from as number | null,
          to: fields.driver,
          freedUnit,
        })
      return written
    },
  }
}

/**
 * Changes some fields of a unit, including its driver. Throws 404, 412 (see `changeRecord`), and 400 by field: for
 * identifiers of another unit, dates in the wrong order, a driver who can't have the unit, and an unusable photo.
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
  if (body.id !== undefined && (await unitIdOf(sql, body.id)) !== id) throw invalid({ id: [UNIT_RULES.ownId] })
  const { id: _id, driver: _, driver_had: __, photo, ...fields } = body
  const file = photo ? await useUnitPhoto(request, by, { kind, id }, photo) : photo
  const requested: RequestedFields<UnitFields> = {
    ...fields,
    vin: emptyToNull(body.vin),
    type: emptyToNull(body.type),
    licence_plate: emptyToNull(body.licence_plate),
    driver: body.driver,
    photo: file,
  }
  const locked = await lockAssignment(sql, requestedAssignment(body, kind, id))
  await refuseTaken(sql, { kind, id }, requested as Partial<UnitIdentifiers>)
  const store = storeWithDrivers(unitStore(kind, unitVisibility(by.user, author.now)), locked)
  return changeRecord(request, store, id, requested, (differs, current) => {
    refuseServiceDays(differs, current, author.now)
    const implied = impliedAssignment(locked, current)
    const isNew = implied.driver !== undefined && implied.driver !== current.driver
    const changes = { ...differs, ...implied }
    const startsStatus = isNew || (implied.status !== undefined && implied.status !== current.status)
    const status = startsStatus ? { status: implied.status ?? current.status } : {}
    const dates = completeStatusDates({
      current,
      requested: fields,
      changed: { ...differs, ...status },
      now: author.now,
    })
    const all: Partial<UnitFields> = { ...changes, ...dates }
    // Leaves out fields that keep their value.
    return Object.fromEntries(
      Object.entries(all).filter(([field, value]) => current[field as keyof UnitFields] !== value),
    )
  })
}
