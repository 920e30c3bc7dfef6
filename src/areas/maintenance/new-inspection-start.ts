import { currentUser } from '#src/session/session.ts'
import { lastCareer } from './career-memory.ts'
import { type InspectionValues, noInspection } from './new-inspection-values.ts'

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
  career: lastCareer(currentUser()?.id ?? 0),
  total_cost: '0',
})
