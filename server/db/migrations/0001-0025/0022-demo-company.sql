-- How large the demo company was made, and on which day of Chicago's calendar: its plans follow from the two. No row in the
-- database of any other company.
create table demo_company (
  is_only   boolean primary key default true check (is_only),
  drivers   integer not null,
  loaded_on date not null
);

-- A demo company of before: its books end on the day before its simulators began, and its drivers had days by then.
insert into demo_company (drivers, loaded_on)
select max(d.driver_id), f.begins_on - 1 from expense_feeds f join schedule_days d on d.date < f.begins_on
where f.kind = 'tolls' and f.vendor = 'simulator' and f.begins_on is not null group by f.begins_on;
-- Its odometers are counted from what is known of them.
insert into telematics_vehicles (id, number, make, model, vin, license_plate_state, license_plate_number, counted_odometer,
  counted_at)
select distinct on (t.gomotive_id) t.gomotive_id, coalesce(t.unit_number, t.id), split_part(t.transport_model, ' ', 1),
  t.transport_model, coalesce(t.vin, ''), '', coalesce(t.licence_plate, ''), t.miles_driven, now()
from units t where exists (select from demo_company) and t.kind = 'truck' and t.gomotive_id is not null
order by t.gomotive_id, t.id;
-- What the simulators told of the days that they tell again goes, for they name it otherwise now.
delete from toll_transactions t using expense_feeds f
where f.kind = 'tolls' and f.vendor = 'simulator' and t.source = 'simulator' and t.date >= f.synced_to - 3;
delete from fuel_transactions t using expense_feeds f
where f.kind = 'fuel' and f.vendor = 'simulator' and t.source = 'simulator' and t.date >= f.synced_to - 3;
