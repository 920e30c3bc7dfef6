import { createTheme, localStorageColorSchemeManager, type MantineColorsTuple } from '@mantine/core'

/** The one accent color: a teal that differs enough from every status color. `variables.css` has the same values. */
const accent: MantineColorsTuple = [
  '#e6f5f7',
  '#cdeaee',
  '#a1d6de',
  '#71c0cb',
  '#4babb9',
  '#2a93a3',
  '#0f7a8a',
  '#0b6674',
  '#095360',
  '#063d47',
]

/**
 * The part of the theme that Mantine's components need in JavaScript. All values are in `variables.css`: the
 * Content-Security-Policy allows no style sheet written at run time, and the first paint does not wait for one.
 */
export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: 6,
  defaultRadius: 'sm',
  respectReducedMotion: true,
  components: {
    // A rule in `base.css` stops the page from scrolling, without a style sheet written at run time.
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        // A dialog's head is a <header>, which screen readers would announce as a second banner of the page.
        attributes: { header: { role: 'none' } },
      },
    },
    // The close button of a toast is only a cross, so it needs an accessible name.
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { lockScroll: false } },
    // The content may have nothing to focus, or not yet. Then the popover itself takes the focus, so keys do not go to
    // the page.
    PopoverDropdown: { defaultProps: { tabIndex: -1 } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 0 },
        // A menu must only contain items, and it belongs into the page's main landmark.
        withInitialFocusPlaceholder: false,
        portalProps: { target: '#page' },
      },
    },
  },
})

/**
 * Stores light, dark or the system's scheme. The inline script of `index.html` reads the same key before the first
 * paint.
 */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'haulyard-colour-scheme' })
