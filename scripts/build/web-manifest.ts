import type { ManifestOptions } from 'vite-plugin-pwa'

const icon = (name: string, sizes: string, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes,
  type: 'image/png',
  purpose,
})

/** A shortcut to a page. tests/scripts checks that its address is a route. */
const shortcut = (name: string, url: string, image: string) => ({
  name,
  url,
  icons: [{ src: `/icons/shortcut-${image}.png`, sizes: '96x96', type: 'image/png' }],
})

/** A screenshot that a browser shows before the app is installed. */
const screenshot = (page: string, form_factor: 'wide' | 'narrow', label: string) => ({
  src: `/screenshots/${page}-${form_factor}.png`,
  sizes: form_factor === 'wide' ? '1280x800' : '390x844',
  type: 'image/png',
  form_factor,
  label,
})
const WEEK = 'The week of every driver, by dispatcher'
const DRIVERS = 'Drivers with their status, truck and trailer'

/** The web app manifest. `id` must never change: it identifies the installed app. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Haulyard',
  short_name: 'Haulyard',
  description: 'Drivers, schedule and equipment of a trucking company, with and without a network.',
  lang: 'en-US',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  theme_color: '#17324d',
  background_color: '#f6f7f9',
  categories: ['business', 'productivity'],
  // A launch never reloads an open page, so half-filled forms stay. `src/app/launch.ts` opens the launched address.
  launch_handler: { client_mode: ['focus-existing', 'auto'] },
  icons: [
    icon('icon-192', '192x192', 'any'),
    icon('icon-512', '512x512', 'any'),
    icon('icon-maskable-192', '192x192', 'maskable'),
    icon('icon-maskable-512', '512x512', 'maskable'),
  ],
  screenshots: [
    screenshot('schedule', 'wide', WEEK),
    screenshot('drivers', 'wide', DRIVERS),
    screenshot('schedule', 'narrow', WEEK),
    screenshot('drivers', 'narrow', DRIVERS),
  ],
  shortcuts: [
    shortcut('Schedule', '/schedule', 'schedule'),
    shortcut('Drivers', '/drivers', 'drivers'),
    shortcut('Outbox', '/outbox', 'outbox'),
  ],
}
