import { ReadyMark } from '#src/app/ready/ready-mark.tsx'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import { GoToUnit } from './go-to-unit.tsx'

/** The tools at the end of the bar that no first screen waits for. */
export function BarTools() {
  return (
    <>
      <GoToUnit />
      <ReadyMark />
      <ColorSchemeSwitch />
    </>
  )
}
