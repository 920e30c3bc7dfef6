-- Lists of reports show those of one day by the time at which they were made: a device may send an earlier one later. The
-- expression is that of the lists, or no plan uses it.
drop index inspections_date;
create index inspections_date on inspections (date, coalesce(made_at, received_at), id);
drop index inspections_unit;
create index inspections_unit on inspections (unit_name, service_type, date, coalesce(made_at, received_at), id);
drop index inspections_service;
create index inspections_service on inspections (service_type, date, coalesce(made_at, received_at), id);
drop index inspections_report;
create index inspections_report on inspections (report_type, date, coalesce(made_at, received_at), id);
drop index inspections_manager;
create index inspections_manager on inspections (fleet_manager_id, date, coalesce(made_at, received_at), id);
drop index inspections_history;
create index inspections_history on inspections (date, coalesce(made_at, received_at), id)
  where approved_date is not null
    and not (is_latest and unit_id is not null and (due_date is not null or coalesce(due_mileage, 0) > 0));
