import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from './durable-files.ts'
import { StartError } from './start-error.ts'

const BYTES = 32
/** The minimum length of a secret as text, in a setting or in a line of a file. */
export const MIN_SECRET = 32

/** The secrets with which the server signs, and from which it derives the keys of devices. */
export interface TokenSecrets {
  readonly current: Uint8Array
  /** Earlier secrets: devices still have stores that were sealed with keys derived from them. */
  readonly former: readonly Uint8Array[]
  /** The secret in the data folder when TOKEN_SECRET overrides it; absent when the folder has none. */
  readonly unread?: Uint8Array
}

export interface SecretSettings {
  readonly tokenSecret: string | null
  readonly formerTokenSecrets: readonly string[]
  readonly dataDir: string
}

const secretPath = (dataDir: string) => join(dataDir, 'token-secret')
const formerPath = (dataDir: string) => join(dataDir, 'former-token-secrets')

/**
 * The current secret: TOKEN_SECRET if set, otherwise one that the first start creates in the data folder, readable only
 * by the file's owner. Two processes that start on an empty folder at the same time end up with the same one. The
 * former secrets come from the setting and from the folder. Throws a `StartError` when a secret is damaged.
 */
export function tokenSecrets(settings: SecretSettings): TokenSecrets {
  const current = settings.tokenSecret ? Buffer.from(settings.tokenSecret) : secretFromFolder(settings.dataDir)
  const former = [...settings.formerTokenSecrets, ...formerLines(settings.dataDir)].flatMap(possibleSecrets)
  const distinct = new Map(former.map((secret) => [secret.toString('hex'), secret]))
  distinct.delete(current.toString('hex'))
  return { current, former: [...distinct.values()], ...(settings.tokenSecret ? unreadSecret(settings.dataDir) : {}) }
}

function unreadSecret(dataDir: string): Pick<TokenSecrets, 'unread'> {
  const unread = bytesOf(readIfPresent(secretPath(dataDir)) ?? '')
  // A damaged secret does no harm here: it is not used.
  return unread.length < BYTES ? {} : { unread }
}

/**
 * The two possible values of a former secret: the text itself, as TOKEN_SECRET is used, or the bytes that it encodes,
 * as the file is used. The wrong value is harmless: it opens nothing, and no device has its key.
 */
function possibleSecrets(text: string): Buffer[] {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length >= BYTES ? [bytes, Buffer.from(text)] : [Buffer.from(text)]
}

function secretFromFolder(dataDir: string): Buffer {
  const path = secretPath(dataDir)
  const existing = readIfPresent(path)
  if (existing !== null) return decodeSecret(existing, path)
  const draft = `${path}.${process.pid}`
  writeDurably(draft, newSecret())
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  syncFolder(dataDir)
  return decodeSecret(readFileSync(path, 'utf8'), path)
}

/**
 * Creates a new secret in the data folder and adds the current one to the former secrets. The former secrets are
 * written first: a power cut in between loses none, and a repeated run is safe. Running servers continue with the
 * secret that they read. Throws a `StartError` when the folder has no secret, or when TOKEN_SECRET overrides it.
 */
export function rotateSecret({ tokenSecret, dataDir }: Pick<SecretSettings, 'tokenSecret' | 'dataDir'>): void {
  if (tokenSecret !== null)
    throw new StartError(
      'The secret is set by TOKEN_SECRET, not kept in a file: give TOKEN_SECRET another one, and add the present one to FORMER_TOKEN_SECRETS.',
    )
  const path = secretPath(dataDir)
  const current = readIfPresent(path)
  if (current === null)
    throw new StartError(`There is no secret in ${path} yet: the server makes one at its first start.`)
  decodeSecret(current, path)
  const former = new Set([...formerLines(dataDir), current.trim()])
  replaceDurably(dataDir, formerPath(dataDir), [...former].map((line) => `${line}\n`).join(''))
  replaceDurably(dataDir, path, newSecret())
}

const newSecret = () => randomBytes(BYTES).toString('base64url')

function formerLines(dataDir: string): string[] {
  const path = formerPath(dataDir)
  const lines = (readIfPresent(path) ?? '').split('\n').map((line) => line.trim())
  const former = lines.filter((line) => line !== '')
  if (former.some((line) => line.length < MIN_SECRET))
    throw new StartError(
      `A line of ${path} is damaged: every former secret has ${MIN_SECRET} characters or more. Put the file back from a backup.`,
    )
  return former
}

/** Writes a file that only its owner can read. */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function replaceDurably(folder: string, path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  writeDurably(draft, text)
  renameSync(draft, path)
  syncFolder(folder)
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const bytesOf = (text: string) => Buffer.from(text.trim(), 'base64url')

function decodeSecret(text: string, path: string): Buffer {
  const secret = bytesOf(text)
  if (secret.length < BYTES)
    throw new StartError(
      `The secret in ${path} is damaged: put the file back from a backup. Without one remove it, and the next start says what that costs.`,
    )
  return secret
}
