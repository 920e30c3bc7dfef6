import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ensureChromium } from '#scripts/install-chromium.mjs'

const CHROMIUM = '/usr/bin/chromium'
const SHELL = '/usr/bin/chromium-headless-shell'
const NO_NETWORK =
  'Downloading …\nError: getaddrinfo ENOTFOUND downloads.example\n    at somewhere\nFailed to install browsers\n'

/** A machine with some browsers, on which Playwright's download fails. Root can install the given packages. */
function aMachine({
  has = [],
  packages = [],
  isRoot = false,
}: {
  has?: string[]
  packages?: string[]
  isRoot?: boolean
}) {
  const here = new Set(has)
  const printed: string[] = []
  const attempts: string[] = []
  const found = (path: string) => (here.has(path) ? path : null)
  const install = (names: readonly string[]) => {
    attempts.push(names.join(' '))
    if (names.some((one) => !packages.includes(one))) return { code: 100, output: '', seconds: 0 }
    for (const one of names) here.add(`/usr/bin/${one}`)
    return { code: 0, output: '', seconds: 0 }
  }
  const machine = {
    findChromium: () => found(CHROMIUM),
    findHeadlessShell: () => found(SHELL),
    isRoot,
    download: async () => {
      attempts.push('the download')
      return { code: 1, output: NO_NETWORK, seconds: 0 }
    },
    apt: async (...parameters: readonly string[]) =>
      parameters[0] === 'install'
        ? install(parameters.filter((one) => one.startsWith('chromium')))
        : { code: 0, output: '', seconds: 0 },
    say: (line: string) => void printed.push(line),
  }
  return { machine, printed, attempts }
}

beforeEach(() => {
  vi.stubEnv('CHROMIUM_PATH', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

test('without root rights, the user is told why the download failed and what to install', async () => {
  const { machine, printed, attempts } = aMachine({ packages: ['chromium', 'chromium-headless-shell'] })
  const { path, how } = await ensureChromium(machine)
  expect(path).toBeNull()
  expect(how).toMatch(/install the Debian package chromium, .*playwright install chromium.*CHROMIUM_PATH/)
  expect(printed.at(-1)).toBe('The download failed: getaddrinfo ENOTFOUND downloads.example')
  expect(attempts).toEqual(['the download'])
})

test('root installs both packages, or only the full Chromium if the shell has no package', async () => {
  const both = aMachine({ packages: ['chromium', 'chromium-headless-shell'], isRoot: true })
  expect(await ensureChromium(both.machine)).toMatchObject({ path: SHELL, full: CHROMIUM })
  const older = aMachine({ packages: ['chromium'], isRoot: true })
  expect(await ensureChromium(older.machine)).toMatchObject({ path: CHROMIUM, full: CHROMIUM, how: CHROMIUM })
  expect(older.attempts).toEqual(['the download', 'chromium chromium-headless-shell', 'chromium'])
})

test('a missing headless shell is reported, and only root installs it', async () => {
  const { machine, printed, attempts } = aMachine({ has: [CHROMIUM] })
  expect(await ensureChromium(machine)).toMatchObject({ path: CHROMIUM, full: CHROMIUM })
  expect(printed).toEqual([expect.stringContaining('no chromium-headless-shell')])
  expect(attempts).toEqual([])
  const asRoot = aMachine({ has: [CHROMIUM], packages: ['chromium-headless-shell'], isRoot: true })
  expect(await ensureChromium(asRoot.machine)).toMatchObject({ path: SHELL, full: CHROMIUM })
})

test('a headless shell without a full Chromium is reported as such', async () => {
  const { machine } = aMachine({ has: [SHELL] })
  const { path, full, how } = await ensureChromium(machine)
  expect([path, full]).toEqual([SHELL, null])
  expect(how).toContain('no full Chromium')
})
