import type { Db } from '#server/db/db.ts'

/** Empties the security log, which no one else may: what guards it is off for that moment alone. */
export const emptySecurityLog = (db: Db): Promise<void> =>
  db.script(
    null,
    `do $$ begin
      alter table security_events disable trigger user;
      truncate security_events;
      alter table security_events enable trigger user;
    end $$`,
  )
