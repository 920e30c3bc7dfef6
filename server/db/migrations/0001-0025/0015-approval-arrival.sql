-- An approval made without a network keeps when it happened (approved_at) and when it arrived.
alter table inspections add column approval_received_at timestamptz;

-- One that came with its report arrived with it; of one that came later nobody noted when.
update inspections set approval_received_at = received_at where approved_at <= received_at;
