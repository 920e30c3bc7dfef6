-- Where vehicles and trailers are, as the telematics vendor tells it, and where they were.

-- One row, of the company's one vendor. Another vendor's ids mean other vehicles: what the one before told goes with it.
create table telematics_feed (
  is_only      boolean primary key default true check (is_only),
  vendor       text not null,
  moved        uuid not null default gen_random_uuid(), -- another one whenever the map has something else to show
  tried_at     timestamptz,               -- when the vendor was asked last; until it is settled nobody else asks
  settled_at   timestamptz,
  is_wanted    boolean not null default false, -- the vendor has told of something: it is to be asked soon
  succeeded_at timestamptz,
  failure      text                       -- in words, when the last try brought nothing
);
-- What is done now and then by one process, and when it last was. Not in the row of the feed: that is read by all.
create table telematics_chores (
  chore   text primary key,
  done_at timestamptz not null
);
-- The demo company of before goes on with the vendor that is made up.
insert into telematics_feed (vendor) select vendor from expense_feeds where kind = 'tolls' and vendor = 'simulator';

-- `location` is the last one that is known, as the wire tells it (`vehicleLocation` of the contract).
create table telematics_vehicles (
  id                   bigint primary key, -- the vendor's: `gomotive_id` of a truck
  number               text not null,
  make                 text not null,
  model                text not null,
  vin                  text not null,
  license_plate_state  text not null,
  license_plate_number text not null,
  permanent_driver     jsonb,
  current_driver       jsonb,
  located_at           timestamptz,
  location             jsonb,
  changed_at           timestamptz not null default now(), -- when the map was told of something else here
  is_told              boolean not null default true, -- else the vendor tells of it no more: only its history is left
  counted_odometer     numeric(12, 3),     -- up to where its miles are counted, and of when that reading was
  counted_at           timestamptz
);
create table telematics_assets (
  id         bigint primary key, -- the vendor's: `gomotive_id` of a trailer
  name       text not null,
  make       text not null,
  model      text not null,
  type       text not null,
  vin        text not null,
  status     text not null,
  located_at timestamptz,
  location   jsonb,              -- `assetLocation` of the contract
  changed_at timestamptz not null default now(),
  is_told    boolean not null default true
);
create index telematics_vehicles_driver on telematics_vehicles (((current_driver->>'id')::bigint)) where is_told;
create index units_gomotive on units (kind, gomotive_id) where gomotive_id is not null;

-- A fix when something moved or began to stand: each for a day, then one a minute, for 90 days.
create table vehicle_fixes (
  vehicle_id   bigint not null,
  located_at   timestamptz not null,
  lat          double precision not null,
  lon          double precision not null,
  speed        real,
  bearing      real,
  type         text,
  odometer     double precision,
  engine_hours double precision,
  fuel         real,
  primary key (vehicle_id, located_at)
);
create table asset_fixes (
  asset_id         bigint not null,
  located_at       timestamptz not null,
  lat              double precision not null,
  lon              double precision not null,
  moving           boolean not null,
  bearing          real,
  battery_capacity real,
  primary key (asset_id, located_at)
);

-- What was known of trailers stands there now.
insert into telematics_assets (id, name, make, model, type, vin, status, located_at, location)
select distinct on (t.gomotive_id) t.gomotive_id, t.id, '', t.transport_model, coalesce(t.type, ''), coalesce(t.vin, ''), 'active',
  p.located_at, jsonb_build_object('lat', p.latitude, 'lon', p.longitude, 'moving', p.is_moving, 'bearing', null,
    'battery_capacity', p.battery_capacity, 'mode', null, 'formatted_address', p.formatted_address,
    'unpowered_mode_update_frequency', null,
    'located_at', to_char(p.located_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from unit_positions p join units t on t.id = p.unit_id
where t.kind = 'trailer' and t.gomotive_id is not null order by t.gomotive_id, t.id;
drop table unit_positions;

-- Odometers tell thousandths, and are read every few minutes.
alter table unit_miles alter column miles type numeric(10, 3);
alter table driver_miles alter column miles type numeric(10, 3);
