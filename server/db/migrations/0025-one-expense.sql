-- What makes a row of a report this expense and no other: its instant, place, vehicle or driver, amount, quantity, and not
-- its cells (docs/decisions/0035-an-expense-is-known-by-its-meaning.md). Two columns were missing for that.

-- The time on Chicago's clock, HH:mm:ss, empty for none; null for rows that came before it was kept, or from a vendor.
alter table toll_transactions add column clock text;
alter table fuel_transactions add column clock text;
alter table fuel_transactions add column invoice text not null default '';

-- An expense that comes again is looked for among those of its day and amount, whosever they were found to be when they came.
drop index toll_transactions_date;
create index toll_transactions_date on toll_transactions (date, amount);
drop index fuel_transactions_date;
create index fuel_transactions_date on fuel_transactions (date, amount);

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
