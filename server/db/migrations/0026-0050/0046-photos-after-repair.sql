-- Photos that were taken after a defect was repaired. They are shown next to the photos of the defect.
alter table inspection_attachments add column is_after_repair boolean not null default false;
