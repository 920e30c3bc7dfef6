-- Layouts are found by the user who read a report so: a user who is deleted takes the name off them.
create index import_layouts_user on import_layouts (user_id) where user_id is not null;

-- A turn's row comes with the first report of its kind. One that says nothing yet is none, in a new database as in an old one.
delete from import_turns where not has_former;
