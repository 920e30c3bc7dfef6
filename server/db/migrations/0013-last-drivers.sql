-- Whose unit is at the workshop: going there takes it from its driver, and the schedule tells him and his dispatcher. Written
-- with every change of the unit; it says something only while nobody drives it.

alter table units add column last_driver_id integer references drivers on delete set null;
create index units_last_driver on units (last_driver_id) where last_driver_id is not null;

update units t set last_driver_id = (
  select d.id from history h
  join drivers d on d.id = case when jsonb_typeof(h.from_value) = 'number' then h.from_value::integer end
  where h.area = t.kind || 's' and h.record_id = t.id and h.field = 'driver'
  order by h.version desc, h.seq desc limit 1)
where t.driver_id is null;
