import { attentionEndpoints } from './attention.ts'
import { changeEndpoints } from './changes.ts'
import { contactChanges } from './contact-changes.ts'
import { contactEndpoints } from './contacts.ts'
import { currentUserEndpoints } from './current-user.ts'
import { dashboardEndpoints } from './dashboard.ts'
import { deviceSessionEndpoints } from './device-sessions.ts'
import { deviceEndpoints } from './devices.ts'
import { dispatcherEndpoints } from './dispatchers.ts'
import { driverChanges } from './driver-changes.ts'
import { driverEndpoints } from './drivers.ts'
import { duplicateEndpoints } from './duplicate-expenses.ts'
import type { EndpointShape } from './endpoint.ts'
import { eventEndpoints } from './events.ts'
import { fileEndpoints, uploadEndpoints } from './files.ts'
import { fleetManagerEndpoints } from './fleet-managers.ts'
import { fuelEndpoints } from './fuel.ts'
import { grossRevenueEndpoints } from './gross-revenue.ts'
import { healthEndpoints } from './health.ts'
import { historyEndpoints } from './history.ts'
import { importPreviewEndpoints } from './import-preview.ts'
import { importEndpoints } from './imports.ts'
import { inspectionChoiceEndpoints, inspectionEndpoints, inspectionFileEndpoints } from './maintenance.ts'
import { inspectionChanges, inspectionPartEndpoints } from './maintenance-changes.ts'
import { mapSettingsEndpoints } from './map-settings.ts'
import { ownSessionEndpoints } from './own-sessions.ts'
import { ownershipEndpoints } from './ownership.ts'
import { passwordEndpoints } from './passwords.ts'
import { scheduleEndpoints } from './schedule.ts'
import { securityEndpoints } from './security.ts'
import { sessionEndpoints } from './session.ts'
import { setupEndpoints } from './setup.ts'
import { telematicsEndpoints } from './telematics.ts'
import { expenseFeedEndpoints, tollEndpoints } from './tolls.ts'
import { trailerEndpoints } from './trailers.ts'
import { transportEndpoints } from './transport.ts'
import { truckEndpoints } from './trucks.ts'
import { undoEmailEndpoints } from './undo-email.ts'
import { trailerChanges, truckChanges } from './unit-changes.ts'
import { unitWeekEndpoints } from './unit-weeks.ts'
import { userSessionEndpoints } from './user-sessions.ts'
import { userEndpoints } from './users.ts'

/** Every call there is: what the API page prints and what the tests walk. The app imports resources, never this. */
export const allEndpoints: readonly EndpointShape[] = [
  sessionEndpoints,
  deviceSessionEndpoints,
  setupEndpoints,
  currentUserEndpoints,
  ownSessionEndpoints,
  ownershipEndpoints,
  undoEmailEndpoints,
  userSessionEndpoints,
  securityEndpoints,
  passwordEndpoints,
  userEndpoints,
  fleetManagerEndpoints,
  driverEndpoints,
  driverChanges,
  dispatcherEndpoints,
  truckEndpoints,
  truckChanges,
  trailerEndpoints,
  trailerChanges,
  transportEndpoints,
  unitWeekEndpoints,
  tollEndpoints,
  expenseFeedEndpoints,
  fuelEndpoints,
  telematicsEndpoints,
  mapSettingsEndpoints,
  importPreviewEndpoints,
  importEndpoints,
  duplicateEndpoints,
  dashboardEndpoints,
  attentionEndpoints,
  contactEndpoints,
  contactChanges,
  grossRevenueEndpoints,
  scheduleEndpoints,
  inspectionChoiceEndpoints,
  inspectionEndpoints,
  inspectionChanges,
  inspectionPartEndpoints,
  inspectionFileEndpoints,
  historyEndpoints,
  deviceEndpoints,
  changeEndpoints,
  eventEndpoints,
  uploadEndpoints,
  fileEndpoints,
  healthEndpoints,
].flatMap((group) => Object.values(group) as EndpointShape[])
