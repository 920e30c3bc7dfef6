import { ReadyMark } from '#src/app/ready/ready-mark.tsx'
import { SendingLine } from '#src/app/sending/sending-line.tsx'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import { GoToUnit } from './go-to-unit.tsx'

/** The tools at the end of the bar that no first screen waits for. */
export function BarTools() {
  return (
    <>
      <GoToUnit />
      <ReadyMark />
      <ColorSchemeSwitch />
      <SendingLine />
    </>
  )
}
