const number = (name: string, defaultValue: number) => {
  const text = process.env[name]
  if (text === undefined || text === '') return defaultValue
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`${name} must be a number`)
  return Number(text)
}

const numbers = (name: string) => process.env[name]?.split(',').map(Number) ?? null

export const settings = {
  drivers: number('BENCH_DRIVERS', 5000),
  rounds: number('BENCH_ROUNDS', 5),
  milliseconds: number('BENCH_SECONDS', 0.5) * 1000,
  /** How much is stored on the device, in MB. Null: the bench chooses. */
  megabytes: numbers('BENCH_MEGABYTES'),
  /** How many times the CPU is slowed. Null: the bench chooses. */
  slowdowns: numbers('BENCH_SLOWDOWNS'),
  /** For `first-screen`: the `dist/app` folder of an earlier build, to compare with. Null: none. */
  before: process.env.BENCH_BEFORE ?? null,
  /** For `return`: how many hours the device is away. */
  hours: number('BENCH_HOURS', 8),
  /** For `newcomers`: how many new devices fetch all lists at once. */
  newcomers: number('BENCH_NEWCOMERS', 100),
  databaseUrl: process.env.BENCH_DATABASE_URL ?? null,
  /** The pages whose lists are opened on a device. */
  lists: (process.env.BENCH_LISTS ?? 'drivers,trucks,trailers,schedule').split(','),
  /** The parts of the schedule bench. `plans` is a part of the maintenance bench. */
  parts: (process.env.BENCH_PARTS ?? 'open,keys,fill,replay,scroll').split(','),
}

/** The size of the company in words. The demo company has 55 trucks and 70 trailers for every 60 drivers. */
export function companySize(): string {
  const count = (each: number) => Math.round((settings.drivers * each) / 60)
  return `${settings.drivers} drivers, ${count(55)} trucks, ${count(70)} trailers`
}

/** The ports that measurements may use, each for one server at a time. */
export const PORTS = { api: 4170, npmStart: 4171, app: 4172, wire: 4173, slowWire: 4174 } as const
