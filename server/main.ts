import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { ensureDataDir } from '#server/data-dir.ts'
import type { Db } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDb } from '#server/db/open.ts'
import { prepareCompany } from '#server/first-start.ts'
import { startDigestJob } from '#server/jobs/digest-job.ts'
import { startExpenseJobs } from '#server/jobs/expense-jobs.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { startStatisticJob } from '#server/jobs/statistic-job.ts'
import { startReportWatch } from '#server/jobs/watch-reports.ts'
import { listen } from '#server/listen.ts'
import { createLog } from '#server/log.ts'
import { keepStatistics } from '#server/modules/dashboard/dashboard-service.ts'
import { listRollingTrucks } from '#server/modules/feeds/feed-service.ts'
import { startMailSender } from '#server/modules/mail/mail-sender.ts'
import { localFiles } from '#server/providers/files/local/local-files.ts'
import type { FuelSource } from '#server/providers/fuel/fuel.ts'
import { pilotFuel } from '#server/providers/fuel/pilot/pilot-fuel.ts'
import { simulatedFuel } from '#server/providers/fuel/simulator/simulated-fuel.ts'
import { mailFolder } from '#server/providers/mail/folder/mail-folder.ts'
import type { Mail } from '#server/providers/mail/mail.ts'
import { smtpMail } from '#server/providers/mail/smtp/smtp-mail.ts'
import { reportFolder } from '#server/providers/reports/folder/report-folder.ts'
import { bestpassTolls } from '#server/providers/tolls/bestpass/bestpass-tolls.ts'
import { simulatedTolls } from '#server/providers/tolls/simulator/simulated-tolls.ts'
import type { TollSource } from '#server/providers/tolls/tolls.ts'
import { StartError } from '#server/start-error.ts'
import { type Running, stopGracefully } from '#server/stop.ts'
import { tokenSecret } from '#server/token-secret.ts'

/** How long a request on its way may take to be answered once the server was told to stop. */
const PATIENCE_MS = 10_000
const SWEEP_MS = 50
const clock = () => new Date()

type Log = ReturnType<typeof createLog>

interface Serving {
  readonly running: Running
  /** What to tell the operator. */
  readonly news: readonly string[]
}

function mailOf({ mail, dataDir, isProduction }: Config, log: Log): Mail {
  const { smtpUrl, from } = mail
  if (smtpUrl !== null) return smtpMail({ url: smtpUrl, from })
  const folder = join(dataDir, 'mail')
  if (isProduction) log.warn({ folder }, 'SMTP_URL is not set: mail goes to nobody, it is written into a folder')
  return mailFolder({ folder, from, clock, say: console.log })
}

function tollsFrom({ tolls }: Config['feeds'], db: Db): TollSource | null {
  if (tolls.provider === 'off') return null
  if (tolls.provider === 'bestpass') return bestpassTolls(tolls.access, tolls.fields)
  return simulatedTolls({ fleet: () => listRollingTrucks(db) })
}

function fuelFrom({ fuel }: Config['feeds'], db: Db): FuelSource | null {
  if (fuel.provider === 'off') return null
  if (fuel.provider === 'pilot') return pilotFuel(fuel.access, fuel.fields)
  return simulatedFuel({ fleet: () => listRollingTrucks(db) })
}

async function serve(config: Config, db: Db, log: Log): Promise<Serving> {
  await migrate(db)
  const files = localFiles(join(config.dataDir, 'files'))
  const news = await prepareCompany(db, files, config.demo, clock())
  await keepStatistics(db, clock())
  const app = await buildApp({ db, files, config, clock, log, secret: tokenSecret(config) })
  const address = await listen(app, config)
  const jobs = startJobs(db, files, clock, log)
  const statistics = startStatisticJob(db, clock, log)
  const digests = startDigestJob(db, clock, log)
  const sources = { tolls: tollsFrom(config.feeds, db), fuel: fuelFrom(config.feeds, db) }
  const expenses = startExpenseJobs({ db, clock, log }, sources)
  const inbox = reportFolder(config.reports.folder)
  const reports = startReportWatch({ db, inbox, columns: config.reports.columns, clock, log })
  const sender = startMailSender({ db, mail: mailOf(config, log), address, clock, log })
  const running = {
    close: () => closeApp(app),
    breakOff: () => app.server.closeAllConnections(),
    endings: [sender.stop, reports.stop, expenses.stop, digests.stop, statistics.stop, jobs.stop, () => db.close()],
  }
  return { running, news: [`Haulyard is ready: ${address}`, ...news(address)] }
}

/** Connections are kept for the next request; of those that were busy when the stop began, none must wait for one. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await app.close().finally(() => clearInterval(sweep))
}

/** The first signal stops in good order; a second one, from somebody who won't wait, at once. */
function stopOnSignals(running: Running): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    stopGracefully(running, PATIENCE_MS).then((isWhole) => process.exit(isWhole ? 0 : 1), fail)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** What the operator can mend is one line; anything else is a fault of ours and shows where. */
function fail(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}

async function main(): Promise<void> {
  const config = readConfig()
  ensureDataDir(config.dataDir)
  const log = createLog(config.logLevel)
  const db = await openDb(config, log)
  const { running, news } = await serve(config, db, log).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  stopOnSignals(running)
  console.log(news.join('\n'))
}

await main().catch(fail)
