/**
 * Exits with a clear message on a Node that is too old even to install the packages. Every command imports it first.
 */
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) {
  console.error(
    `Haulyard needs Node.js 20 or later; this is ${process.versions.node}. Get a current one at nodejs.org.`,
  )
  process.exit(1)
}
