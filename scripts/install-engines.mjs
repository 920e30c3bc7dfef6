import { installPackages, packagesOfThisMachine } from './debian-packages.mjs'
import { whyNoFirefox, whyNoWebKit } from './find-program.mjs'

/**
 * The engines beside Chromium: `why` says why there is none here, and Debian's packages have it.
 * @type {readonly { name: 'WebKit' | 'Firefox', why: () => string | null, packages: readonly string[] }[]}
 */
export const ENGINES = [
  { name: 'WebKit', why: whyNoWebKit, packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'] },
  { name: 'Firefox', why: whyNoFirefox, packages: ['firefox-esr'] },
]

/**
 * Sees to it that there are a WebKit and a Firefox to test in: what is here, else Debian's packages when this process may
 * install them. Whatever is missing then, the journeys that need it are skipped, and say how a person gets it.
 */
export async function ensureEngines(machine = packagesOfThisMachine, engines = ENGINES) {
  for (const { why, packages } of engines) if (why() !== null) await installPackages(machine, ...packages)
}
