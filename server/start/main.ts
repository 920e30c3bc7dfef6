import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { securityChannel } from '#server/base/request-source.ts'
import { StartError } from '#server/base/start-error.ts'
import { tokenSecrets } from '#server/base/token-secret.ts'
import type { Db } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDb } from '#server/db/open.ts'
import { bookedTrips } from '#server/demo/company/booked-trips.ts'
import { findLoadedDemo } from '#server/demo/company/demo-loaded.ts'
import { type Itinerary, itinerary } from '#server/demo/days/itinerary.ts'
import { simulatedFuel } from '#server/demo/vendors/simulated-fuel.ts'
import { simulatedTolls } from '#server/demo/vendors/simulated-tolls.ts'
import { simulatedTelematics } from '#server/demo/vendors/telematics/simulated-telematics.ts'
import { startDigestJob } from '#server/jobs/digest-job.ts'
import { startExpenseJobs } from '#server/jobs/expense-jobs.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { startStatisticJob } from '#server/jobs/statistic-job.ts'
import { startTelematicsJob } from '#server/jobs/telematics-job.ts'
import { startReportWatch } from '#server/jobs/watch-reports.ts'
import { storeStatistics } from '#server/modules/dashboard/dashboard-service.ts'
import { listRollingTrucks } from '#server/modules/feeds/feed-service.ts'
import { startMailSender } from '#server/modules/mail/mail-sender.ts'
import { listFleetTrailers, listFleetTrucks } from '#server/modules/telematics/poll-service.ts'
import { listSharedIds } from '#server/modules/units/unit-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { localFiles } from '#server/providers/files/local/local-files.ts'
import type { FuelSource } from '#server/providers/fuel/fuel.ts'
import { pilotFuel } from '#server/providers/fuel/pilot/pilot-fuel.ts'
import { mailFolder } from '#server/providers/mail/folder/mail-folder.ts'
import type { Mail } from '#server/providers/mail/mail.ts'
import { smtpMail } from '#server/providers/mail/smtp/smtp-mail.ts'
import { reportFolder } from '#server/providers/reports/folder/report-folder.ts'
import { motiveTelematics } from '#server/providers/telematics/motive/motive-telematics.ts'
import { motiveWebhook } from '#server/providers/telematics/motive/motive-webhook.ts'
import type { TelematicsSource } from '#server/providers/telematics/telematics.ts'
import type { TelematicsWebhook } from '#server/providers/telematics/telematics-webhook.ts'
import { bestpassTolls } from '#server/providers/tolls/bestpass/bestpass-tolls.ts'
import type { TollSource } from '#server/providers/tolls/tolls.ts'
import { ensureDataDir } from '#server/start/data-dir.ts'
import { buildApp } from './app.ts'
import { checkSecrets } from './check-secrets.ts'
import { type Config, readConfig } from './config.ts'
import { prepareCompany } from './first-start.ts'
import { listen } from './listen.ts'
import { createLog } from './log.ts'
import { type RunningServer, stopGracefully } from './stop.ts'

/** How long running requests may take to finish once the server stops. */
const PATIENCE_MS = 10_000
const SWEEP_MS = 50
/**
 * Further signals within this time belong to the same stop: systemd signals every process, and npm and the shell pass
 * signals on.
 */
const REPEATED_SIGNAL_MS = 2_000
const clock = () => new Date()

type Log = ReturnType<typeof createLog>

interface StartedServer {
  readonly running: RunningServer
  /** The lines for the operator. */
  readonly news: readonly string[]
}

function mailOf({ mail, dataDir, isProduction }: Config, log: Log): Mail {
  const { smtpUrl, from } = mail
  if (smtpUrl !== null) return smtpMail({ url: smtpUrl, from })
  const folder = join(dataDir, 'mail')
  if (isProduction) log.warn({ folder }, 'MAIL=folder: mail goes to no one, it is written into a folder')
  return mailFolder({ folder, from, clock, print: isProduction ? () => undefined : console.log })
}

/** The plan that the simulated vendors follow: the demo company's trips, and further weeks after them. */
async function simulationPlan(db: Db) {
  const { booked, leftAt } = bookedTrips(await findLoadedDemo(db))
  return { itinerary: itinerary({ booked }), leftAt }
}
type SimulationPlan = Awaited<ReturnType<typeof simulationPlan>>

function tollsFrom({ tolls }: Config['feeds'], db: Db, trips: Itinerary): TollSource | null {
  if (tolls.provider === 'off') return null
  if (tolls.provider === 'bestpass') return bestpassTolls(tolls.access, tolls.fields)
  return simulatedTolls({ fleet: () => listRollingTrucks(db), itinerary: trips })
}

function fuelFrom({ fuel }: Config['feeds'], db: Db, trips: Itinerary): FuelSource | null {
  if (fuel.provider === 'off') return null
  if (fuel.provider === 'pilot') return pilotFuel(fuel.access, fuel.fields)
  return simulatedFuel({ fleet: () => listRollingTrucks(db), itinerary: trips })
}

function telematicsFrom({ telematics }: Config, db: Db, plan: SimulationPlan): TelematicsSource | null {
  if (telematics.provider === 'off') return null
  if (telematics.provider === 'motive') return motiveTelematics(telematics.access)
  const fleet = { trucks: () => listFleetTrucks(db), trailers: () => listFleetTrailers(db) }
  return simulatedTelematics({ ...plan, ...fleet, clock })
}

/** Starts the background jobs. Returns the functions that stop them, in the order of the stop. */
function startAllJobs(
  { db, files, log, config, address }: JobContext,
  plan: SimulationPlan,
  telematics: TelematicsSource | null,
) {
  const { feeds, reports } = config
  const parts = { db, clock, log }
  const sources = { tolls: tollsFrom(feeds, db, plan.itinerary), fuel: fuelFrom(feeds, db, plan.itinerary) }
  const jobs = [
    startJobs(db, files, clock, log, securityChannel(log)),
    startStatisticJob(db, clock, log),
    startDigestJob(db, clock, log),
    startTelematicsJob(parts, telematics),
    startExpenseJobs(parts, sources),
    startReportWatch({ ...parts, inbox: reportFolder(reports.folder), columns: reports.columns }),
    startMailSender({ ...parts, mail: mailOf(config, log), address }),
  ]
  return jobs.toReversed().map(({ stop }) => stop)
}

interface JobContext {
  readonly db: Db
  readonly files: FileStore
  readonly log: Log
  readonly config: Config
  readonly address: string
}

function webhookFrom(telematics: Config['telematics']): TelematicsWebhook | null {
  if (telematics.provider !== 'motive' || telematics.webhookSecret === null) return null
  return motiveWebhook(telematics.webhookSecret)
}

async function serve(config: Config, db: Db, log: Log): Promise<StartedServer> {
  await migrate(db)
  const secrets = tokenSecrets(config)
  await checkSecrets(db, secrets, config.forgetTokenSecrets, { log: securityChannel(log), now: clock() })
  for (const { of, id, records } of await listSharedIds(db))
    log.warn(`Several records have one id, which belongs to one: the ${of} ${id} of ${records}. Correct all but one.`)
  const files = localFiles(join(config.dataDir, 'files'))
  const news = await prepareCompany(db, files, config, clock())
  await storeStatistics(db, clock())
  const plan = await simulationPlan(db)
  const telematics = telematicsFrom(config, db, plan)
  const parts = { db, files, config, clock, log, secrets, telematics }
  const app = await buildApp({ ...parts, webhook: webhookFrom(config.telematics) })
  const address = await listen(app, config)
  const running = {
    close: () => closeApp(app),
    breakOff: () => app.server.closeAllConnections(),
    stopSteps: [...startAllJobs({ db, files, log, config, address }, plan, telematics), () => db.close()],
  }
  return { running, news: [`Haulyard is ready: ${address}`, ...news(address)] }
}

/**
 * Closes the app. Connections stay open for a next request, so those that become idle during the stop are closed here.
 */
async function closeApp(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await app.close().finally(() => clearInterval(sweep))
}

/**
 * The first signal stops the server gracefully. A later signal, from an operator who does not wait, ends the process
 * immediately.
 */
function stopOnSignals(running: RunningServer): void {
  let stoppedAt: number | null = null
  const stop = () => {
    if (stoppedAt !== null && performance.now() - stoppedAt > REPEATED_SIGNAL_MS) process.exit(1)
    if (stoppedAt !== null) return
    stoppedAt = performance.now()
    stopGracefully(running, PATIENCE_MS).then((isWhole) => process.exit(isWhole ? 0 : 1), fail)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Prints one line for errors that the operator can fix. All other errors are bugs and show their stack. */
function fail(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}

async function main(): Promise<void> {
  const config = readConfig()
  const isClosed = ensureDataDir(config.dataDir)
  const log = createLog(config.logLevel)
  if (!isClosed) log.warn({ folder: config.dataDir }, 'the data folder is open to other users of this machine')
  const db = await openDb(config, log)
  const { running, news } = await serve(config, db, log).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  stopOnSignals(running)
  console.log(news.join('\n'))
}

await main().catch(fail)
