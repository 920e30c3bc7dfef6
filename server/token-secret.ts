import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '#server/durable-files.ts'
import { StartError } from '#server/start-error.ts'

const BYTES = 32

/**
 * The secret that access tokens are signed with: the one that is set, else one made at the first start and kept in the
 * data folder for the owner's eyes alone. Two processes that start at once on an empty folder end up with the same one.
 */
export function tokenSecret(settings: { readonly tokenSecret: string | null; readonly dataDir: string }): Uint8Array {
  const { tokenSecret: given, dataDir } = settings
  if (given) return Buffer.from(given)
  const path = join(dataDir, 'token-secret')
  const known = readIfThere(path)
  if (known) return checked(known, path)
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, randomBytes(BYTES).toString('base64url'))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  syncFolder(dataDir)
  return checked(readFileSync(path, 'utf8'), path)
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function checked(text: string, path: string): Uint8Array {
  const secret = Buffer.from(text.trim(), 'base64url')
  if (secret.length < BYTES)
    throw new StartError(
      `The secret in ${path} is damaged: remove the file to make a new one; everybody signs in again.`,
    )
  return secret
}
