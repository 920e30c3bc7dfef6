import { APP_BYTES } from '#src/app/install/app-files.ts'
import { sizeWords } from '#src/format/numbers.ts'
import type { Readiness, ReadyPart } from './readiness.ts'

const percentWords = (share: number) => `${Math.floor(share * 100)} %`

/** The parts as subjects of a sentence about what is missing. */
const MISSING: Record<ReadyPart, string> = {
  data: 'the data is not on this device',
  app: 'the app itself is not on this device',
  sign_in: 'you are signed in for this tab only',
}
const SAVING: Record<ReadyPart, string> = {
  data: 'fetching the data',
  app: 'fetching the app itself',
  sign_in: '',
}
const ORDER = ['app', 'data', 'sign_in'] as const satisfies readonly ReadyPart[]

/** One line that tells whether the device can be taken to a place without a network, and otherwise the first reason. */
export function readyWords({ state, parts }: Readiness): string {
  if (state === 'ready') return 'Ready for dead zones'
  if (state === 'unknown') return 'Checking whether this device is ready for dead zones'
  for (const part of ORDER) {
    const own = parts[part]
    if (own.state === 'saving' && state === 'saving') {
      return `Not ready for dead zones yet: ${SAVING[part]}, ${percentWords(own.share)}`
    }
    if (own.state === 'missing' || own.state === 'unsupported') return `Not ready for dead zones: ${MISSING[part]}`
  }
  return 'Not ready for dead zones yet'
}

/** The words of the part "the app itself". */
export function appWords(part: Readiness['parts']['app']): string {
  switch (part.state) {
    case 'ready':
      return 'The app itself is saved'
    case 'saving':
      return `Saving the app itself, ${percentWords(part.share)} of ${sizeWords(APP_BYTES)}`
    case 'missing':
      return 'The app itself is not saved: it does not open without a network.'
    case 'unsupported':
      return 'This browser can’t open Haulyard without a network here.'
    case 'unknown':
      return 'Checking the app itself'
  }
}

/** The words of the part "sign-in". */
export const signInWords = ({ state }: Readiness['parts']['sign_in']): string =>
  state === 'ready'
    ? 'You stay signed in on this device'
    : 'You are signed in for this tab only: once it is closed, Haulyard opens again only with a network.'
