-- Rows that stand in a report once more, under the same id of the vendor's; `known` are those from before.
alter table import_batches add column doubled integer not null default 0;
