import {
  IconDeviceMobileCheck,
  IconDeviceMobileDown,
  IconDeviceMobileExclamation,
  IconDeviceMobileQuestion,
} from '@tabler/icons-react'
import type { Readiness } from './readiness.ts'

const ICONS = {
  ready: IconDeviceMobileCheck,
  saving: IconDeviceMobileDown,
  missing: IconDeviceMobileExclamation,
  unknown: IconDeviceMobileQuestion,
} as const

/** The sign for whether this device can be taken to a place without a network. */
export function ReadyIcon({ state }: Pick<Readiness, 'state'>) {
  const Icon = ICONS[state]
  return <Icon size={20} stroke={1.75} aria-hidden />
}
