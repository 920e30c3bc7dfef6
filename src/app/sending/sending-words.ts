import { chicagoTime } from '#src/format/chicago.ts'
import { countOf } from '#src/format/numbers.ts'
import type { SendingStatus } from './sending-run.ts'

/** The status line: "Sending 2 of 3 photos · 40 s", "Sending 2 changes", "All sent 7:43 AM"; empty for nothing. */
export function sendingWords(status: SendingStatus): string {
  if (status.is === 'nothing' || status.is === 'pausing') return ''
  if (status.is === 'sent') return `All sent ${chicagoTime(status.at)}`
  const left = status.leftMs === null ? '' : ` · ${leftWords(status.leftMs)}`
  return `Sending ${whatWords(status, true)}${left}`
}

/**
 * The same for a screen reader, which reads it out when it changes: without the numbers that count, so that it is read
 * when sending begins and when it has ended.
 */
export function spokenWords(status: SendingStatus): string {
  return status.is === 'sending' ? `Sending ${whatWords(status, false)}` : sendingWords(status)
}

type Sending = Extract<SendingStatus, { is: 'sending' }>

function whatWords({ files, changes }: Sending, isCounting: boolean): string {
  if (files === null) return isCounting ? countOf(changes, 'change') : 'your changes'
  const all = countOf(files.of, files.arePhotos ? 'photo' : 'file')
  return isCounting && files.of > 1 ? `${files.at} of ${all}` : all
}

/** "a few seconds", "40 s" in steps of five, "2 min". */
function leftWords(leftMs: number): string {
  if (leftMs <= 8_000) return 'a few seconds'
  const seconds = Math.ceil(leftMs / 5_000) * 5
  return seconds < 60 ? `${seconds} s` : `${Math.round(leftMs / 60_000)} min`
}
