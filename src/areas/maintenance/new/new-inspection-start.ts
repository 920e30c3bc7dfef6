import { currentUser } from '#src/session/session.ts'
import { type InspectionValues, noInspection } from './new-inspection-values.ts'

/** Who looks a unit over in the yard. */
const OWN_YARD = 'Own yard'

/** Whoever is signed in, where that is a fleet manager. */
function ownManager(): InspectionValues['fleet_manager'] {
  const me = currentUser()
  return me?.role === 'fleet_manager' ? { id: me.id, first_name: me.first_name, last_name: me.last_name } : null
}

/** With what the form of a new report begins for whoever is signed in. */
export const newInspectionBy = (): InspectionValues => noInspection(ownManager())

/** With what a walk-around begins: nothing is asked for that can be known, so that a clean one takes three taps. */
export const newWalkBy = (): InspectionValues => ({
  ...newInspectionBy(),
  service_type: 'pre_trip',
  career: OWN_YARD,
  total_cost: '0',
})
