import { installPackages, packagesOfThisMachine } from './debian-packages.mjs'
import { whyNoFirefox, whyNoWebKit } from './find-program.mjs'

/**
 * The engines in addition to Chromium. `why` returns the reason why the engine is missing, or null; `packages` are its
 * Debian packages.
 * @type {readonly { name: 'WebKit' | 'Firefox', why: () => string | null, packages: readonly string[] }[]}
 */
export const ENGINES = [
  { name: 'WebKit', why: whyNoWebKit, packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'] },
  { name: 'Firefox', why: whyNoFirefox, packages: ['firefox-esr'] },
]

/**
 * Installs a missing WebKit and Firefox for tests from Debian's packages, if this process may. When an engine is still
 * missing, its journeys are skipped with a message that contains the packages to install.
 */
export async function ensureEngines(machine = packagesOfThisMachine, engines = ENGINES) {
  for (const { why, packages } of engines) if (why() !== null) await installPackages(machine, ...packages)
}
