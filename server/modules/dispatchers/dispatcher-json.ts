import type { Dispatcher } from '#contract/people/dispatchers.ts'
import { jsonObject } from '#server/records/json-object.ts'
import { personJson } from '#server/records/person.ts'

/** SQL for a dispatcher in the wire format, over `p` dispatchers and `u` its user. */
export const DISPATCHER_JSON = jsonObject<Dispatcher>({
  id: 'p.id',
  user: personJson('u'),
  status: 'p.status',
  status_date_from: 'p.status_date_from',
  status_date_to: 'p.status_date_to',
  drivers: `coalesce((select json_agg(led.id order by led.id) from drivers led
    where led.dispatcher_id = p.id and led.is_current), '[]'::json)`,
  version: 'p.version',
})
