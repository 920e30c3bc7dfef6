const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  lists: async () => (await import('./lists.ts')).measureLists(),
  maintenance: async () => (await import('./maintenance.ts')).measureMaintenance(),
  dashboard: async () => (await import('./dashboard.ts')).measureDashboard(),
  expenses: async () => (await import('./expenses.ts')).measureExpenses(),
  replay: async () => (await import('./replay.ts')).measureReplay(),
  outbox: async () => (await import('./outbox.ts')).measureOutbox(),
  sending: async () => (await import('./outbox.ts')).measureSending(),
  keeping: async () => (await import('./keeping.ts')).measureKeeping(),
  'yard-set': async () => (await import('./yard-set.ts')).measureYardSet(),
  'asked-again': async () => (await import('./asked-again.ts')).measureAskedAgain(),
  stored: async () => (await import('./stored-start.ts')).measureStoredStart(),
  start: async () => (await import('./app-start.ts')).measureAppStart(),
  scroll: async () => (await import('./scrolling.ts')).measureScrolling(),
  'device-lists': async () => (await import('./device-lists.ts')).measureDeviceLists(),
  schedule: async () => (await import('./schedule.ts')).measureSchedule(),
  map: async () => (await import('./map.ts')).measureMap(),
  photos: async () => (await import('./photos.ts')).measurePhotos(),
  'npm-start': async () => (await import('./npm-start.ts')).measureNpmStart(),
  seed: async () => (await import('./seeding.ts')).measureSeed(),
  login: async () => (await import('./login.ts')).measureLogin(),
  'junk-sign-ins': async () => (await import('./junk-sign-ins.ts')).measureJunkSignIns(),
  imports: async () => (await import('./imports.ts')).measureImports(),
  'imports-held': async () => (await import('./imports-held.ts')).measureHeld(),
  zips: async () => (await import('./zips.ts')).measureZips(),
  plans: async () => (await import('./plans.ts')).writePlans(),
  /** Run by the other ones, as a process of its own. */
  load: async () => (await import('./load.ts')).serveOneLoad(),
  'junk-flood': async () => (await import('./junk-flood.ts')).floodWithJunk(),
  'zips-once': async () => (await import('./zips.ts')).zipOnce(),
  'imports-once': async () => (await import('./imports.ts')).takeOneReport(),
  'imports-held-once': async () => (await import('./imports-held.ts')).holdOneReport(),
}

const bench = BENCHES[process.argv[2] ?? '']
if (bench) await bench()
else {
  console.error(`Say which: ${Object.keys(BENCHES).slice(0, -5).join(', ')}.`)
  process.exitCode = 1
}

// It imports only what it runs; this line makes it a module all the same.
export {}
