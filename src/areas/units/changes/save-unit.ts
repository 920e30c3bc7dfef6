import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { freedIdentifiers, freeingRecords } from '#src/areas/units/form/freed-identifiers.ts'
import { newUnitOf, patchOf, type UnitValues } from '#src/areas/units/form/unit-form.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { type Submitter, submitAndWait, unwatched } from '#src/form/frame/submit-and-wait.ts'
import { toastResult } from '#src/form/frame/toast-result.ts'
import { newPhotoPart, photoFile } from '#src/form/photos/photo-change.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { newChange, type RecordKey } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { outboxSnapshot } from '#src/offline/outbox/outbox.ts'
import type { NewChangeWithFiles } from '#src/offline/outbox/save/stored-files.ts'
import { photoChange } from '#src/record/photo-command.ts'
import { DELETIONS } from './delete-unit-commands.ts'
import { knownFormer } from './former-unit.ts'
import type { NewUnitInput, UnitDriver } from './new-unit.ts'
import { CREATIONS } from './new-unit-commands.ts'
import { seenVersionOf } from './seen-unit.ts'
import { DETAILS_CHANGES } from './unit-details-commands.ts'
import { PHOTO_CHANGES } from './unit-photo-commands.ts'
import type { UnitPatch } from './unit-record.ts'

/** A driver with the device's data about the driver's current unit, which also identifies it for the server. */
async function knownDriver(kind: UnitKind, driver: UnitDriver | null): Promise<UnitDriver | null> {
  return driver?.had ? { ...driver, had: await knownFormer(kind, driver.id, driver.had) } : driver
}

/**
 * The records whose changes on this device free values that the unit gets, so that this change does not overtake them.
 */
function dependsOnFreeing(patch: UnitPatch): { readonly after?: RecordKey[] } {
  const after = freeingRecords(patch, freedIdentifiers(outboxSnapshot().entries))
  return after.length > 0 ? { after } : {}
}

/** Creates the unit of a form. Throws `NotSaved`, and an `ApiError` when the server refuses. */
export async function saveNewUnit(
  kind: UnitKind,
  values: UnitValues,
  photo: File | null,
  submitter: Submitter,
): Promise<void> {
  const id = newUuid()
  const picture = photo === null ? { to: null, shown: null } : newPhotoPart(id)
  const unit = newUnitOf(kind, values, newUuid())
  const input: NewUnitInput = {
    unit,
    driver: await knownDriver(kind, values.driver),
    ...(values.dispatcher && { dispatcher: values.dispatcher }),
    photo: picture.to,
    shown: picture.shown,
    on: chicagoDay(companyNow()),
    ...dependsOnFreeing(unit),
  }
  const files = photo === null ? [] : photoFile(photo, id)
  toastResult(
    await submitAndWait([{ ...newChange(CREATIONS[kind], input, null), files }], submitter),
    'Successfully created',
  )
}

/** The photo in the form: a new file, none, or unchanged (null). */
export type PhotoChange = File | 'none' | null

/** The input of a unit's form. `was` is the unit when typing began, `now` the current unit. */
interface UnitInput {
  readonly was: Unit
  readonly now: Unit
  readonly values: UnitValues
  readonly photo: PhotoChange
}

/** Saves the form's changes to a unit, if there are any. Throws like `saveNewUnit`. */
export async function saveUnit({ was, now, values, photo }: UnitInput, submitter: Submitter): Promise<void> {
  const to = patchOf(was, values)
  // A unit that existed only on this device when typing began may have a version from the server now.
  const seenVersion = seenVersionOf(was) ?? seenVersionOf(now)
  const changes: NewChangeWithFiles[] = []
  if (Object.keys(to).length > 0) {
    const input = { was, to, ...dependsOnFreeing(to) }
    changes.push({ ...newChange(DETAILS_CHANGES[was.kind], input, seenVersion), files: [] })
  }
  if (photo !== null)
    changes.push(photoChange(PHOTO_CHANGES[was.kind], [was, seenVersion], photo === 'none' ? null : photo))
  if (changes.length > 0) toastResult(await submitAndWait(changes, submitter), 'Successfully updated')
}

/** Deletes a unit. Throws `NotSaved`. */
export async function removeUnit(unit: Unit): Promise<void> {
  const deletion = { ...newChange(DELETIONS[unit.kind], { was: unit }, seenVersionOf(unit)), files: [] }
  toastResult(await submitAndWait([deletion], unwatched()), 'Successfully deleted')
}
