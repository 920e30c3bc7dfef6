import { administrator, can } from '#contract/wire/access.ts'
import { attentionToday } from '#src/areas/attention/attention-queries.ts'
import { contactList } from '#src/areas/contacts/contact-queries.ts'
import { chosenDrivers } from '#src/areas/fuel/chosen-drivers.ts'
import { chosenTrucks } from '#src/areas/tolls/chosen-trucks.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { prepareFromDevice } from '#src/offline/reading/declared-query.ts'
import { currentUser } from '#src/session/session.ts'
import { dashboardToPrefetch } from './dashboard-queries.ts'

/** Loads the dashboard's data from the device for the first render. Other data loads while the page is shown. */
export async function loadDashboard(): Promise<void> {
  const user = currentUser()
  const isOfCompany = user !== null && can(user, administrator)
  const choices = isOfCompany ? [chosenTrucks, chosenDrivers].map(({ ready }) => ready(user.id)) : []
  const queries = [
    attentionToday,
    contactList,
    ...(isOfCompany ? dashboardToPrefetch.queries(chicagoDay(companyNow())) : []),
  ]
  await Promise.all([...choices, ...queries.map(prepareFromDevice)])
}
