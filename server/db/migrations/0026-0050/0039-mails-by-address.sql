-- A mail renews one of the same kind, about the same, to the same address: each address hears what happened while it was the
-- account's. Empty: to the address that the person has when it is sent.
update outgoing_mail set to_address = '' where to_address is null;
alter table outgoing_mail alter column to_address set default '';
alter table outgoing_mail alter column to_address set not null;
drop index outgoing_mail_person;
create unique index outgoing_mail_person on outgoing_mail (user_id, kind, about, to_address);
