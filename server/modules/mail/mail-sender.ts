import { setTimeout as pause } from 'node:timers/promises'
import { UNDO_HOURS } from '#contract/session/undo-email.ts'
import type { Periodic } from '#server/base/periodic.ts'
import type { Db } from '#server/db/db.ts'
import { createLink } from '#server/modules/passwords/link-service.ts'
import { type Mail, MailNotSent, type Message } from '#server/providers/mail/mail.ts'
import { isDigestOver } from './digest-hours.ts'
import { createDigest } from './digest-service.ts'
import { mailWithLink } from './mail-words.ts'
import { createNotice } from './notice-service.ts'
import { type ClaimedMail, claimMail, dropMail, postponeMail } from './outgoing-mail-repository.ts'

const MINUTE_MS = 60_000
/** Polling interval for mails that are not announced: reset mails, mails to retry, and those of a crashed process. */
const POLL_MS = 1_000
/** Wait after a failed poll: the database is unavailable, and the log should not fill up with errors. */
const FAILED_POLL_MS = MINUTE_MS
/** Longer than one attempt can take, so that no other process claims the mail meanwhile. */
const LEASE_MS = 10 * MINUTE_MS
const SENDING_MS = 2 * MINUTE_MS
const STOPPING_MS = 5_000
/** Wait after the first attempt, the second, and so on; the last value repeats. A digest has only one morning. */
const DELAYS_MINUTES = [1, 5, 15, 60, 180]
const DIGEST_DELAYS_MINUTES = [1, 5, 15]
const GIVEN_UP_MS = 24 * 60 * MINUTE_MS
/** The notice of a changed address is retried as long as the change can be undone. */
const UNDO_GIVEN_UP_MS = UNDO_HOURS * 60 * MINUTE_MS

export interface SenderParts {
  readonly db: Db
  readonly mail: Mail
  /** The URL of the app, without a trailing slash. */
  readonly address: string
  readonly clock: () => Date
  /** Polling interval. */
  readonly pollMs?: number
  readonly log: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
}

/**
 * Sends the mails queued in the database: after each announced commit, and every second. Every process runs a sender;
 * each mail is claimed by one of them. A mail's token is created here and exists only in the mail. `stop` waits up to 5
 * s for the mail in progress, then aborts it; the mail stays in the database for the next start.
 */
export function startMailSender(parts: SenderParts): Periodic {
  const abort = new AbortController()
  const { pollMs = POLL_MS } = parts
  let isStopped = false
  let hasNews = false
  let round: Promise<void> | null = null
  let pollTimer: NodeJS.Timeout | undefined
  const sendAll = async () => {
    do {
      hasNews = false
      await sendDue(parts, () => isStopped, abort.signal)
    } while (hasNews && !isStopped)
    return pollMs
  }
  const logFailedPoll = (error: unknown) => {
    parts.log.error({ err: error }, 'the mail that waits could not be read')
    return FAILED_POLL_MS
  }
  const wake = () => {
    hasNews = true
    if (isStopped) return
    clearTimeout(pollTimer)
    round ??= sendAll()
      .catch(logFailedPoll)
      .then((waitMs) => {
        round = null
        // Announced after the last poll of the round.
        if (hasNews) wake()
        else if (!isStopped) pollTimer = setTimeout(wake, waitMs).unref()
      })
  }
  const stopListening = parts.db.listen(wake)
  wake()
  return {
    stop: async () => {
      isStopped = true
      stopListening()
      clearTimeout(pollTimer)
      await finish(round, abort)
    },
  }
}

/** Waits for the current round; aborts a round that takes too long. */
async function finish(round: Promise<void> | null, breakOff: AbortController): Promise<void> {
  const patience = new AbortController()
  const tooLong = pause(STOPPING_MS, undefined, { signal: patience.signal }).catch(() => undefined)
  await Promise.race([round, tooLong])
  patience.abort()
  breakOff.abort()
  await round
}

/**
 * Sends the due mails one after another until none is left or `isOver` returns true. `signal` aborts the mail in
 * progress.
 */
export async function sendDue(
  parts: SenderParts,
  isOver: () => boolean = () => false,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!isOver() && (await sendNext(parts, signal)));
}

/** Sends the mail that has been due longest. Returns whether a mail was due. */
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

async function sendOne(parts: SenderParts, claimed: ClaimedMail, now: Date, signal: AbortSignal) {
  const message = await messageOf(parts, claimed, now)
  if (message !== null) await parts.mail.send(message, AbortSignal.any([signal, AbortSignal.timeout(SENDING_MS)]))
}

/** The mail to send; null if the reader no longer needs it: a digest switched off, or a link for an inactive user. */
async function messageOf({ db, address }: SenderParts, claimed: ClaimedMail, now: Date): Promise<Message | null> {
  const { kind, user, wants_digest } = claimed
  if (kind === 'digest') return wants_digest ? createDigest(db, user, address, now) : null
  if (kind !== 'welcome' && kind !== 'reset') return createNotice(db, { ...claimed, kind }, address, now)
  const link = await createLink(db, user, now)
  return link && mailWithLink(kind, { ...claimed, id: user, email: link.email }, { address, ...link })
}

/** Whether it is too late to try to send the mail at `at`. */
function isTooLate({ kind, created_at }: ClaimedMail, at: Date): boolean {
  const queuedAt = new Date(created_at)
  if (kind === 'digest') return isDigestOver(queuedAt, at)
  return at.getTime() - queuedAt.getTime() > (kind === 'email_changed' ? UNDO_GIVEN_UP_MS : GIVEN_UP_MS)
}

interface Failure {
  /** For the log. */
  readonly fault: object
  /** Whether the mail server rejects the recipient's address. */
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

async function postpone(parts: SenderParts, claimed: ClaimedMail, { fault, isAddress }: Failure): Promise<void> {
  const { db, clock, log } = parts
  const { id, kind, attempts } = claimed
  const delays = kind === 'digest' ? DIGEST_DELAYS_MINUTES : DELAYS_MINUTES
  const minutes = delays[Math.min(attempts, delays.length) - 1] ?? 1
  const dueAt = new Date(clock().getTime() + minutes * MINUTE_MS)
  // Other mails are retried even if the address is rejected, which may be temporary. A digest is sent each weekday
  // anyway.
  if (isTooLate(claimed, dueAt) || (kind === 'digest' && isAddress)) return giveUp(parts, claimed, fault)
  await postponeMail(db, claimed, dueAt)
  log.warn({ mail: id, kind, attempts, ...fault }, 'a mail could not be sent; it is tried again later')
}

async function giveUp({ db, log }: SenderParts, claimed: ClaimedMail, fault: object): Promise<void> {
  const { id, kind, attempts } = claimed
  await dropMail(db, claimed)
  log.error({ mail: id, kind, attempts, ...fault }, 'a mail could not be sent, and is given up')
}
