-- One mail of a kind waits for a person: whoever asks again renews it. Of several that wait already the latest stays.
delete from outgoing_mail m using outgoing_mail newer
where newer.user_id = m.user_id and newer.kind = m.kind and newer.id > m.id;
create unique index outgoing_mail_person on outgoing_mail (user_id, kind);
