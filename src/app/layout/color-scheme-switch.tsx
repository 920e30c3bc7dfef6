import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import classes from './navigation-bar.module.css'

/** The color schemes, each with the next one that the button selects. */
const SCHEMES = {
  auto: { words: 'as the system', next: 'light', Icon: IconDeviceDesktop },
  light: { words: 'light', next: 'dark', Icon: IconSun },
  dark: { words: 'dark', next: 'auto', Icon: IconMoon },
} as const satisfies Record<MantineColorScheme, unknown>

/** One button that steps through light, dark and the system's scheme. */
export function ColorSchemeSwitch() {
  // By default Mantine pauses transitions with a style sheet written at run time, which the Content-Security-Policy
  // forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const { words, next, Icon } = SCHEMES[colorScheme]
  const name = `Colors: ${words}. Switch to ${SCHEMES[next].words}`
  return (
    <button
      type="button"
      className={classes.action}
      aria-label={name}
      title={name}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </button>
  )
}
