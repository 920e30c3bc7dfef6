import type { Driver } from '#contract/people/drivers.ts'

/** A driver on the road. `over` replaces fields. */
export function aDriver(over: Partial<Driver> = {}): Driver {
  const id = over.id ?? 1
  return {
    id,
    user: {
      id: 1000 + id,
      first_name: 'Driver',
      last_name: String(id).padStart(4, '0'),
      email: `driver${id}@haulyard.example`,
      phone: '+1 312 555 0100',
      photo: null,
    },
    current_status: 'on_the_road',
    current_status_date_from: null,
    status_date_to: null,
    position: 'company_driver',
    gomotive_id: null,
    pilot_flying_j_driver: null,
    truck: null,
    trailer: null,
    dispatcher: null,
    miles_driven: 0,
    extra_info: { med_expire: null, CDL_expire: null, rate: null },
    expenses_and_income: { fuel_expenses: 0 },
    version: 1,
    ...over,
  }
}
