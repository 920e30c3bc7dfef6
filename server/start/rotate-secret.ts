import { StartError } from '#server/base/start-error.ts'
import { rotateSecret } from '#server/base/token-secret.ts'
import { readConfig } from './config.ts'

try {
  const config = readConfig()
  rotateSecret(config)
  console.log(`There is a new secret in ${config.dataDir}; the one before is kept beside it. Restart every server now.`)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
