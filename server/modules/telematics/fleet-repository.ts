import type { Sql } from '#server/db/db.ts'
import type { FleetTrailer, FleetTruck } from '#server/demo/days/telematics-fleet.ts'

/** The trucks that have a telematics id, by id, with their drivers. */
export const findFleetTrucks = (sql: Sql): Promise<readonly FleetTruck[]> =>
  sql.query<FleetTruck>(
    'telematics.trucks',
    `select t.id, t.gomotive_id, t.unit_number, t.transport_model, t.vin, t.licence_plate, t.status_date_from,
       case when d.id is not null then json_build_object('id', d.id, 'gomotive_id', d.gomotive_id,
         'first_name', u.first_name, 'last_name', u.last_name) end as driver
     from units t left join drivers d on d.id = t.driver_id left join users u on u.id = d.user_id
     where t.kind = 'truck' and t.gomotive_id is not null order by t.id collate "C"`,
  )

/** The trailers that have a telematics id, by id, with the truck of their driver. */
export const findFleetTrailers = (sql: Sql): Promise<readonly FleetTrailer[]> =>
  sql.query<FleetTrailer>(
    'telematics.trailers',
    `select r.id, r.gomotive_id, r.transport_model, r.type, r.vin, r.status, t.id as truck
     from units r left join units t on t.driver_id = r.driver_id and t.kind = 'truck'
     where r.kind = 'trailer' and r.gomotive_id is not null order by r.id collate "C"`,
  )
