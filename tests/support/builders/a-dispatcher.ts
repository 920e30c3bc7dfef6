import type { Dispatcher } from '#contract/people/dispatchers.ts'

/** A working dispatcher without drivers. `over` replaces fields. */
export function aDispatcher(over: Partial<Dispatcher> = {}): Dispatcher {
  const id = over.id ?? 1
  return {
    id,
    user: {
      id: 2000 + id,
      first_name: 'Dispatcher',
      last_name: String(id).padStart(4, '0'),
      email: `dispatcher${id}@haulyard.example`,
      phone: '+1 312 555 0110',
      photo: null,
    },
    status: 'working',
    status_date_from: null,
    status_date_to: null,
    drivers: [],
    version: 1,
    ...over,
  }
}
