import { ReadyMark } from '#src/app/ready/ready-mark.tsx'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'

/** The tools at the end of the bar that no first screen waits for. */
export function BarTools() {
  return (
    <>
      <ReadyMark />
      <ColorSchemeSwitch />
    </>
  )
}
