import { administrator, can } from '#contract/wire/access.ts'
import { attentionToday } from '#src/areas/attention/attention-queries.ts'
import { contactList } from '#src/areas/contacts/contact-queries.ts'
import { chosenDrivers } from '#src/areas/fuel/chosen-drivers.ts'
import { chosenTrucks } from '#src/areas/tolls/chosen-trucks.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { fromDevice } from '#src/offline/reading/declared-query.ts'
import { currentUser } from '#src/session/session.ts'
import { dashboardToKeep } from './dashboard-queries.ts'

/** Gets ready what the device has of the dashboard, for the person's first look; the rest comes while the page stands. */
export async function readyDashboard(): Promise<void> {
  const user = currentUser()
  const isOfCompany = user !== null && can(user, administrator)
  const choices = isOfCompany ? [chosenTrucks, chosenDrivers].map(({ ready }) => ready(user.id)) : []
  const queries = [
    attentionToday,
    contactList,
    ...(isOfCompany ? dashboardToKeep.queries(chicagoDay(companyNow())) : []),
  ]
  await Promise.all([...choices, ...queries.map(fromDevice)])
}
