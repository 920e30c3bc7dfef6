-- Refusals that strangers bring about are listed in the security log up to a number an hour. How many more came, since that
-- was last told there: no event can be changed, and a row for each would fill the log for a year.
alter table throttles add column more integer not null default 0;
