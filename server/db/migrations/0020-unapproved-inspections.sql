-- What nobody has approved yet is told each morning; without this all reports would be read for it.
create index inspections_unapproved on inspections (date, id) where approved_date is null;
