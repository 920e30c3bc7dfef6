import { sendDue } from '#server/modules/mail/mail-sender.ts'
import type { Mail } from '#server/providers/mail/mail.ts'
import type { TestApp } from './app.ts'
import { noLog } from './no-log.ts'

/** A log in which a warning fails the test as an error does. */
const strict = { ...noLog, warn: noLog.error }
/** A log for mail that is meant to fail. */
export const lenient: typeof strict = { ...noLog, warn: () => undefined, error: () => undefined }

/** Sends the mail that is due by the test server's clock. */
export const deliver = ({ db, clock }: Pick<TestApp, 'db' | 'clock'>, mail: Mail, log = strict): Promise<void> =>
  sendDue({ db, mail, address: 'https://yard.example', clock: () => clock.now, log })
