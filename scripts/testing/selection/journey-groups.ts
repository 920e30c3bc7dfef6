export const KILL_POINTS = [
  'kill-points/full-disk',
  'kill-points/keeping',
  'kill-points/people',
  'kill-points/photos',
  'kill-points/sending',
  'kill-points/storage',
  'kill-points/tabs',
  'kill-points/together',
  'kill-points/versions',
]
/** What a device keeps is its user's alone. */
export const SEALED = ['refresh-tokens', 'another-users-data', 'held-changes', 'signed-out-profile']
/** The same promises in other engines than Chromium. */
export const ENGINES = ['engines/webkit', 'engines/firefox']
/** A change that is kept, sent, cut off and made once. */
export const WHOLE_WAY = ['smoke', 'without-a-network', 'trouble']
