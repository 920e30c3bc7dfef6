-- What nobody has approved yet, and work that is due again, is told each morning; without these all reports would be read for it.
create index inspections_unapproved on inspections (date, id) where approved_date is null;
create index inspections_due_again on inspections (due_date) where is_latest and unit_id is not null;
create index inspections_due_by_miles on inspections (unit_id)
  where is_latest and unit_id is not null and due_mileage > 0;
