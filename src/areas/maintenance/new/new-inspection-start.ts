import type { Inspection } from '#contract/maintenance/inspections.ts'
import { currentUser } from '#src/session/session.ts'
import { emptyInspection, type InspectionValues } from './new-inspection-values.ts'

/** `career` (the shop that did the work) of a walk-around: the company's own yard. */
const OWN_YARD = 'Own yard'

/** The signed-in user if that user is a fleet manager; otherwise null. */
function ownManager(): InspectionValues['fleet_manager'] {
  const me = currentUser()
  return me?.role === 'fleet_manager' ? { id: me.id, first_name: me.first_name, last_name: me.last_name } : null
}

/** The start values of the full form for the signed-in user. */
export const newInspectionStart = (): InspectionValues => emptyInspection(ownManager())

/**
 * The start values of a walk-around of a unit. As many fields as possible are prefilled: a clean walk-around takes three
 * taps.
 */
export const newWalkAroundStart = (transport: Inspection['transport']): InspectionValues => ({
  ...newInspectionStart(),
  transport,
  service_type: 'pre_trip',
  career: OWN_YARD,
  total_cost: '0',
})
