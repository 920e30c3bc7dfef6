import { setTimeout as pause } from 'node:timers/promises'
import { UNDO_HOURS } from '#contract/session/undo-email.ts'
import type { Periodic } from '#server/base/periodic.ts'
import type { Db } from '#server/db/db.ts'
import { makeLink } from '#server/modules/passwords/link-service.ts'
import { type Mail, MailNotSent, type Message } from '#server/providers/mail/mail.ts'
import { isDigestOver } from './digest-hours.ts'
import { makeDigest } from './digest-service.ts'
import { mailWithLink } from './mail-words.ts'
import { makeNotice } from './notice-service.ts'
import { type Claimed, claimMail, dropMail, postponeMail } from './outgoing-mail-repository.ts'

const MINUTE_MS = 60_000
/** For what nobody announces: reset mails, mails that wait for another attempt, and those of a process that fell. */
const LOOK_MS = 1_000
/** After a look that failed: the database is away, and the log should not fill with that. */
const REST_MS = MINUTE_MS
/** Longer than a sending can take, so that nobody else begins it meanwhile. */
const LEASE_MS = 10 * MINUTE_MS
const SENDING_MS = 2 * MINUTE_MS
const STOPPING_MS = 5_000
/** After the first attempt, the second …; the last of them from then on. A digest has a morning, no day. */
const DELAYS_MINUTES = [1, 5, 15, 60, 180]
const DIGEST_DELAYS_MINUTES = [1, 5, 15]
const GIVEN_UP_MS = 24 * 60 * MINUTE_MS
/** An owner hears that an address was changed as long as that can be undone. */
const UNDO_GIVEN_UP_MS = UNDO_HOURS * 60 * MINUTE_MS

export interface SenderParts {
  readonly db: Db
  readonly mail: Mail
  /** Where people reach the app, without a slash at the end. */
  readonly address: string
  readonly clock: () => Date
  /** How long to wait from one look to the next. */
  readonly lookMs?: number
  readonly log: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
}

/**
 * Sends the mail that waits in the database: after each commit that is announced, and every second. Every process does
 * it; each mail is claimed by one. Its token is made here and stands in the mail alone. `stop` waits a few seconds for a
 * mail that is on its way, then breaks it off; it waits in the database for the next start.
 */
export function startMailSender(parts: SenderParts): Periodic {
  const breakOff = new AbortController()
  const { lookMs = LOOK_MS } = parts
  let isOver = false
  let hasNews = false
  let round: Promise<void> | null = null
  let looking: NodeJS.Timeout | undefined
  const sendAll = async () => {
    do {
      hasNews = false
      await sendDue(parts, () => isOver, breakOff.signal)
    } while (hasNews && !isOver)
    return lookMs
  }
  const restAfter = (error: unknown) => {
    parts.log.error({ err: error }, 'the mail that waits could not be read')
    return REST_MS
  }
  const wake = () => {
    hasNews = true
    if (isOver) return
    clearTimeout(looking)
    round ??= sendAll()
      .catch(restAfter)
      .then((waitMs) => {
        round = null
        // News that came after the last look of the round.
        if (hasNews) wake()
        else if (!isOver) looking = setTimeout(wake, waitMs).unref()
      })
  }
  const stopListening = parts.db.listen(wake)
  wake()
  return {
    stop: async () => {
      isOver = true
      stopListening()
      clearTimeout(looking)
      await finish(round, breakOff)
    },
  }
}

/** Waits for the round that runs; one that takes too long is broken off. */
async function finish(round: Promise<void> | null, breakOff: AbortController): Promise<void> {
  const patience = new AbortController()
  const tooLong = pause(STOPPING_MS, undefined, { signal: patience.signal }).catch(() => undefined)
  await Promise.race([round, tooLong])
  patience.abort()
  breakOff.abort()
  await round
}

/** Sends what is due, one after the other, until nothing is or `isOver`; `signal` breaks the one off that is on its way. */
export async function sendDue(
  parts: SenderParts,
  isOver: () => boolean = () => false,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!isOver() && (await sendNext(parts, signal)));
}

/** Sends the mail that has been due longest; answers whether there was one. */
async function sendNext(parts: SenderParts, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = parts
  const now = clock()
  const claimed = await claimMail(db, now, new Date(now.getTime() + LEASE_MS))
  if (claimed === null) return false
  if (claimed.kind === 'digest' && isTooLate(claimed, now)) {
    await giveUp(parts, claimed, {})
    return true
  }
  const failure = await failureOf(sendOne(parts, claimed, now, signal))
  if (failure === null) await dropMail(db, claimed)
  else await postpone(parts, claimed, failure)
  return true
}

async function sendOne(parts: SenderParts, claimed: Claimed, now: Date, signal: AbortSignal) {
  const message = await messageOf(parts, claimed, now)
  if (message !== null) await parts.mail.send(message, AbortSignal.any([signal, AbortSignal.timeout(SENDING_MS)]))
}

/** Null for a mail that its reader has no use for any more: who became inactive none at all. */
async function messageOf({ db, address }: SenderParts, claimed: Claimed, now: Date): Promise<Message | null> {
  const { kind, user, wants_digest } = claimed
  if (kind === 'digest') return wants_digest ? makeDigest(db, user, address, now) : null
  if (kind !== 'welcome' && kind !== 'reset') return makeNotice(db, { ...claimed, kind }, address, now)
  const link = await makeLink(db, user, now)
  return link && mailWithLink(kind, { ...claimed, id: user, email: link.email }, { address, ...link })
}

/** Whether a mail that could not be sent is not to be tried at `at` any more. */
function isTooLate({ kind, created_at }: Claimed, at: Date): boolean {
  const queuedAt = new Date(created_at)
  if (kind === 'digest') return isDigestOver(queuedAt, at)
  return at.getTime() - queuedAt.getTime() > (kind === 'email_changed' ? UNDO_GIVEN_UP_MS : GIVEN_UP_MS)
}

interface Failure {
  /** For the log. */
  readonly fault: object
  /** It is the address that can't be had. */
  readonly isAddress: boolean
}

const failureOf = (sending: Promise<void>): Promise<Failure | null> =>
  sending.then(
    () => null,
    (error: unknown) =>
      error instanceof MailNotSent
        ? { fault: { code: error.code }, isAddress: error.isAddress }
        : { fault: { err: error }, isAddress: false },
  )

async function postpone(parts: SenderParts, claimed: Claimed, { fault, isAddress }: Failure): Promise<void> {
  const { db, clock, log } = parts
  const { id, kind, attempts } = claimed
  const delays = kind === 'digest' ? DIGEST_DELAYS_MINUTES : DELAYS_MINUTES
  const minutes = delays[Math.min(attempts, delays.length) - 1] ?? 1
  const dueAt = new Date(clock().getTime() + minutes * MINUTE_MS)
  // Who waits for a link has it tried again all the same: the address may be wrong for an hour. A digest comes each weekday.
  if (isTooLate(claimed, dueAt) || (kind === 'digest' && isAddress)) return giveUp(parts, claimed, fault)
  await postponeMail(db, claimed, dueAt)
  log.warn({ mail: id, kind, attempts, ...fault }, 'a mail could not be sent; it is tried again later')
}

async function giveUp({ db, log }: SenderParts, claimed: Claimed, fault: object): Promise<void> {
  const { id, kind, attempts } = claimed
  await dropMail(db, claimed)
  log.error({ mail: id, kind, attempts, ...fault }, 'a mail could not be sent, and is given up')
}
