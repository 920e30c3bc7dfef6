import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { freedIdentifiers, freeingRecords } from '#src/areas/units/form/freed-identifiers.ts'
import { newUnitOf, patchOf, type UnitValues } from '#src/areas/units/form/unit-form.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { type Submitter, submitAndWait, unwatched } from '#src/form/frame/submit-and-wait.ts'
import { tellSubmitted } from '#src/form/frame/tell-submitted.ts'
import { newPhotoPart, photoFile } from '#src/form/photos/photo-change.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { draftOf, type RecordKey } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { outboxSnapshot } from '#src/offline/outbox/outbox.ts'
import type { Given } from '#src/offline/outbox/save/stored-files.ts'
import { photoGiven } from '#src/record/photo-command.ts'
import { DELETIONS } from './delete-unit-commands.ts'
import { knownFormer } from './former-unit.ts'
import type { NewUnitInput, UnitDriver } from './new-unit.ts'
import { CREATIONS } from './new-unit-commands.ts'
import { seenVersionOf } from './seen-unit.ts'
import { DETAILS_CHANGES } from './unit-details-commands.ts'
import { PHOTO_CHANGES } from './unit-photo-commands.ts'
import type { UnitPatch } from './unit-record.ts'

/** A driver with what the device knows of the unit that he has, by which the server knows it too. */
async function knownDriver(sort: UnitKind, driver: UnitDriver | null): Promise<UnitDriver | null> {
  return driver?.had ? { ...driver, had: await knownFormer(sort, driver.id, driver.had) } : driver
}

/** The changes of this device that free what a unit shall have, so that it does not overtake them. */
function afterWhatFrees(said: UnitPatch): { readonly after?: RecordKey[] } {
  const after = freeingRecords(said, freedIdentifiers(outboxSnapshot().entries))
  return after.length > 0 ? { after } : {}
}

/** Makes the unit that a form describes. Throws NotKept, and an `ApiError` for what the server refuses. */
export async function saveNewUnit(
  sort: UnitKind,
  values: UnitValues,
  photo: File | null,
  own: Submitter,
): Promise<void> {
  const id = newUuid()
  const picture = photo === null ? { to: null, shown: null } : newPhotoPart(id)
  const unit = newUnitOf(sort, values, newUuid())
  const input: NewUnitInput = {
    unit,
    driver: await knownDriver(sort, values.driver),
    ...(values.dispatcher && { dispatcher: values.dispatcher }),
    photo: picture.to,
    shown: picture.shown,
    on: chicagoDay(companyNow()),
    ...afterWhatFrees(unit),
  }
  const files = photo === null ? [] : photoFile(photo, id)
  tellSubmitted(await submitAndWait([{ ...draftOf(CREATIONS[sort], input, null), files }], own), 'Successfully created')
}

/** The photo that the form holds: another one, none, or as it was. */
export type PhotoChange = File | 'none' | null

/** What a form says of a unit: `was`, as when the typing began; `now`, as known now. */
interface UnitSaid {
  readonly was: Unit
  readonly now: Unit
  readonly values: UnitValues
  readonly photo: PhotoChange
}

/** Changes what the form changes of a unit, if anything. Throws as `saveNewUnit`. */
export async function saveUnit({ was, now, values, photo }: UnitSaid, own: Submitter): Promise<void> {
  const to = patchOf(was, values)
  // Of a unit that was only on this device when the typing began, the server has a version by now.
  const seenVersion = seenVersionOf(was) ?? seenVersionOf(now)
  const given: Given[] = []
  if (Object.keys(to).length > 0) {
    const input = { was, to, ...afterWhatFrees(to) }
    given.push({ ...draftOf(DETAILS_CHANGES[was.kind], input, seenVersion), files: [] })
  }
  if (photo !== null)
    given.push(photoGiven(PHOTO_CHANGES[was.kind], [was, seenVersion], photo === 'none' ? null : photo))
  if (given.length > 0) tellSubmitted(await submitAndWait(given, own), 'Successfully updated')
}

/** Deletes a unit. Throws NotKept. */
export async function removeUnit(unit: Unit): Promise<void> {
  const given = { ...draftOf(DELETIONS[unit.kind], { was: unit }, seenVersionOf(unit)), files: [] }
  tellSubmitted(await submitAndWait([given], unwatched()), 'Successfully deleted')
}
