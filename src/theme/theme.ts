import { createTheme, localStorageColorSchemeManager, type MantineColorsTuple } from '@mantine/core'

/** The one accent: a harbour teal, far enough from every status color. The same values stand in `variables.css`. */
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
 * What Mantine's components need to know in JavaScript. All values live in `variables.css`: a strict content policy
 * allows no style sheet that is written at run time, and the first paint does not wait for one.
 */
export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: 6,
  defaultRadius: 'sm',
  respectReducedMotion: true,
  components: {
    // A rule in `base.css` holds the page still, without a style sheet written at run time.
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        // A dialog's head is a <header>, which would be announced as a second banner of the page.
        attributes: { header: { role: 'none' } },
      },
    },
    // The close button of a toast is a cross, which says nothing to who can't see it.
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { lockScroll: false } },
    // What it shows may hold nothing to press, or not yet: then it has the focus itself, and keys are not left outside.
    PopoverDropdown: { defaultProps: { tabIndex: -1 } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 0 },
        // A menu may hold nothing but items; and it belongs to the page's main part, not beside it.
        withInitialFocusPlaceholder: false,
        portalProps: { target: '#page' },
      },
    },
  },
})

/** Light, dark or as the system; the inline script of `index.html` reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'haulyard-color-scheme' })
