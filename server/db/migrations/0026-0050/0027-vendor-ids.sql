-- A vendor's id belongs to one record: a telematics id to one truck, one trailer, one driver; a fuel network's to one truck and
-- one driver. Records that share one from before keep it and are marked, for nobody but the company knows whose it is; the
-- indexes hold apart all others.
alter table units add column gomotive_is_shared boolean not null default false;
alter table units add column fuel_id_is_shared boolean not null default false;
alter table drivers add column gomotive_is_shared boolean not null default false;
alter table drivers add column fuel_id_is_shared boolean not null default false;

update units t set gomotive_is_shared = true where exists (
  select from units o where o.kind = t.kind and o.gomotive_id = t.gomotive_id and o.id <> t.id);
update units t set fuel_id_is_shared = true where exists (
  select from units o where o.pilot_flying_j_truck = t.pilot_flying_j_truck and o.id <> t.id);
update drivers d set gomotive_is_shared = true where exists (
  select from drivers o where o.gomotive_id = d.gomotive_id and o.id <> d.id and o.is_current) and d.is_current;
update drivers d set fuel_id_is_shared = true where exists (
  select from drivers o where o.pilot_flying_j_driver = d.pilot_flying_j_driver and o.id <> d.id and o.is_current)
  and d.is_current;

create unique index units_gomotive_once on units (kind, gomotive_id) where gomotive_id is not null and not gomotive_is_shared;
create unique index units_fuel_once on units (pilot_flying_j_truck)
  where pilot_flying_j_truck is not null and not fuel_id_is_shared;
create index units_fuel on units (pilot_flying_j_truck) where pilot_flying_j_truck is not null;
-- Who drives no more may have left a card to somebody else.
create unique index drivers_gomotive_once on drivers (gomotive_id)
  where gomotive_id is not null and is_current and not gomotive_is_shared;
create unique index drivers_fuel_once on drivers (pilot_flying_j_driver)
  where pilot_flying_j_driver is not null and is_current and not fuel_id_is_shared;
create index drivers_gomotive on drivers (gomotive_id, id) where gomotive_id is not null;

-- Another id is a new one: it is held apart like all others.
create function note_own_gomotive() returns trigger language plpgsql as $$
begin
  new.gomotive_is_shared := false;
  return new;
end $$;
create function note_own_fuel_id() returns trigger language plpgsql as $$
begin
  new.fuel_id_is_shared := false;
  return new;
end $$;
create trigger units_own_gomotive before update of gomotive_id on units
  for each row when (old.gomotive_id is distinct from new.gomotive_id) execute function note_own_gomotive();
create trigger units_own_fuel_id before update of pilot_flying_j_truck on units
  for each row when (old.pilot_flying_j_truck is distinct from new.pilot_flying_j_truck) execute function note_own_fuel_id();
create trigger drivers_own_gomotive before update of gomotive_id on drivers
  for each row when (old.gomotive_id is distinct from new.gomotive_id) execute function note_own_gomotive();
create trigger drivers_own_fuel_id before update of pilot_flying_j_driver on drivers
  for each row when (old.pilot_flying_j_driver is distinct from new.pilot_flying_j_driver) execute function note_own_fuel_id();
