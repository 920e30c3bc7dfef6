const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  lists: async () => (await import('./server/lists.ts')).measureLists(),
  maintenance: async () => (await import('./server/maintenance.ts')).measureMaintenance(),
  dashboard: async () => (await import('./server/dashboard.ts')).measureDashboard(),
  expenses: async () => (await import('./server/expenses.ts')).measureExpenses(),
  replay: async () => (await import('./server/replay.ts')).measureReplay(),
  outbox: async () => (await import('./app/outbox.ts')).measureOutbox(),
  sending: async () => (await import('./app/outbox.ts')).measureSending(),
  keeping: async () => (await import('./app/keeping.ts')).measureKeeping(),
  'yard-set': async () => (await import('./app/yard-set.ts')).measurePrefetchSet(),
  'asked-again': async () => (await import('./app/asked-again.ts')).measureRefetches(),
  stored: async () => (await import('./app/stored-start.ts')).measureStoredStart(),
  'first-screen': async () => (await import('./app/first-screen.ts')).measureFirstScreen(),
  start: async () => (await import('./app/app-start.ts')).measureAppStart(),
  scroll: async () => (await import('./app/scrolling.ts')).measureScrolling(),
  'device-lists': async () => (await import('./app/device-lists.ts')).measureDeviceLists(),
  schedule: async () => (await import('./schedule/schedule.ts')).measureSchedule(),
  map: async () => (await import('./app/map.ts')).measureMap(),
  photos: async () => (await import('./app/photos.ts')).measurePhotos(),
  'yard-walk': async () => (await import('./app/yard-walk.ts')).measureYardWalk(),
  return: async () => (await import('./rows/returning.ts')).measureReturn(),
  listeners: async () => (await import('./rows/listeners.ts')).measureListeners(),
  'row-cost': async () => (await import('./rows/row-cost.ts')).measureRowCost(),
  newcomers: async () => (await import('./rows/newcomers.ts')).measureNewcomers(),
  'npm-start': async () => (await import('./server/npm-start.ts')).measureNpmStart(),
  seed: async () => (await import('./server/seeding.ts')).measureSeed(),
  login: async () => (await import('./server/login.ts')).measureLogin(),
  'junk-sign-ins': async () => (await import('./server/junk-sign-ins.ts')).measureJunkSignIns(),
  imports: async () => (await import('./server/imports.ts')).measureImports(),
  'imports-held': async () => (await import('./server/imports-held.ts')).measureHeld(),
  zips: async () => (await import('./server/zips.ts')).measureZips(),
  plans: async () => (await import('./server/plans.ts')).writePlans(),
  // Other benches run these eight in a process of their own.
  load: async () => (await import('./server/load.ts')).serveOneLoad(),
  'junk-flood': async () => (await import('./server/junk-flood.ts')).floodWithJunk(),
  'zips-once': async () => (await import('./server/zips.ts')).zipOnce(),
  'imports-once': async () => (await import('./server/imports.ts')).importOneReport(),
  'imports-held-once': async () => (await import('./server/imports-held.ts')).importOneReportWatched(),
  listening: async () => (await import('./rows/beside.ts')).serveBeside((await import('./rows/listening.ts')).listen),
  working: async () => (await import('./rows/beside.ts')).serveBeside((await import('./rows/working.ts')).work),
  arriving: async () => (await import('./rows/beside.ts')).serveBeside((await import('./rows/arriving.ts')).arrive),
}

const bench = BENCHES[process.argv[2] ?? '']
if (bench) await bench()
else {
  console.error(`Name a benchmark: ${Object.keys(BENCHES).slice(0, -8).join(', ')}.`)
  process.exitCode = 1
}

// Without a static import, this line makes the file a module.
export {}
