-- The order of all users by role: the same expression as in the list's statement, or no plan uses it.
create index users_role_rank on users (
  (case role when 'driver' then 0 when 'dispatcher' then 1 when 'administrator' then 2 else 3 end), sort_name, id);
