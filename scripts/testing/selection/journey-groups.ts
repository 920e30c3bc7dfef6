export const KILL_POINTS = [
  'kill-points/closed',
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
/** Journeys about sealed data: only the user who stored it can read it. */
export const SEALED = ['refresh-tokens', 'another-users-data', 'held-changes', 'signed-out-profile']
/** Journeys in browser engines other than Chromium. */
export const ENGINES = ['engines/webkit', 'engines/firefox']
/** Journeys of a change from end to end: saved, sent, interrupted, and applied exactly once. */
export const WHOLE_WAY = ['smoke', 'without-a-network', 'trouble']
/** Journeys about inspections. */
export const INSPECTIONS = [
  'inspections',
  'laps',
  'inspection-detail',
  'inspection-forms',
  'inspection-photos',
  'inspection-trouble',
  'open-majors',
  'unit-reports',
  'walk-around',
]
