-- What makes a row of a report this expense and no other: its instant, place, vehicle or driver, amount, quantity, and not
-- its cells (docs/decisions/0032-an-expense-is-known-by-its-meaning.md). Two columns were missing for that.

-- The time on Chicago's clock, HH:mm:ss, empty for none; null for rows that came before it was kept, or from a vendor.
alter table toll_transactions add column clock text;
alter table fuel_transactions add column clock text;
alter table fuel_transactions add column invoice text not null default '';
-- Of what nobody here was found to have paid: its meaning in one number, since neither unit nor driver leads to it.
alter table toll_transactions add column meaning bigint;
alter table fuel_transactions add column meaning bigint;

-- An expense that comes again is looked for by its unit or driver and its day, in indexes that were here. These are for what
-- nobody here was found to have paid; a company that knows all its trucks has nothing in them.
create index toll_transactions_nobodys on toll_transactions
  (ltrim(glued(coalesce(nullif(transponder_id, ''), nullif(plate, ''), unit_number)), '0'), date, amount, id)
  where unit_id is null;
create index toll_transactions_meaning on toll_transactions (meaning, id) where unit_id is null and meaning is not null;
create index fuel_transactions_nobodys on fuel_transactions (date, amount, id) where unit_id is null and driver_id is null;
create index fuel_transactions_meaning on fuel_transactions (meaning, id)
  where unit_id is null and driver_id is null and meaning is not null;

-- Reports of a kind are taken in one after the other, or two that tell of one expense would not see each other's rows.
create table import_turns (
  kind       text primary key check (kind in ('tolls', 'fuel')),
  has_former boolean not null default false -- whether rows are here whose keys were made of a report's cells
);
insert into import_turns (kind, has_former) values
  ('tolls', exists (select from toll_transactions where source = 'report')),
  ('fuel', exists (select from fuel_transactions where source = 'report'));

-- Rows that were left out because they look as if they were here, those of them that were taken anyway, and what else was
-- chosen in the preview.
alter table import_batches add column alike integer not null default 0;
alter table import_batches add column alike_amount numeric(14, 2) not null default 0;
alter table import_batches add column decided json;
