-- The last day on which a truck or a trailer is registered; none where nobody has entered it.
alter table units add column registration_expire date;
