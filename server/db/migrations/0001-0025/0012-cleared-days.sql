-- A day on which nothing is planned any more keeps its row and its version, so that whoever saw it as it was, and changes
-- it later, meets what became of it, and so that it has one history when it is planned again.

alter table schedule_days alter column status drop not null;
alter table schedule_days add constraint schedule_days_cleared_say_nothing check (status is not null or description = '');
