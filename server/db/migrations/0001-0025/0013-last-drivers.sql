-- Whose unit is at the workshop: going there takes it from its driver, and the schedule tells him and his dispatcher. Written
-- with every change of the unit; it says something only while nobody drives it.

alter table units add column last_driver_id integer references drivers on delete set null;
create index units_last_driver on units (last_driver_id) where last_driver_id is not null;

-- Who had it last may be gone by now: then it is nobody, and not who had it before that one.
update units t set last_driver_id = d.id
from (
  select distinct on (h.area, h.record_id) h.area, h.record_id, h.from_value::integer as driver_id
  from history h
  where h.area in ('trucks', 'trailers') and h.field = 'driver' and jsonb_typeof(h.from_value) = 'number'
  order by h.area, h.record_id, h.version desc, h.seq desc) last
left join drivers d on d.id = last.driver_id
where last.area = t.kind || 's' and last.record_id = t.id and t.driver_id is null;
