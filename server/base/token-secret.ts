import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from './durable-files.ts'
import { StartError } from './start-error.ts'

const BYTES = 32
/** Of a secret as text, in a setting or a line of a file. */
export const MIN_SECRET = 32

/** What the server signs with, and derives the keys of devices from. */
export interface TokenSecrets {
  readonly current: Uint8Array
  /** What it signed with before: devices still have stores that were sealed under keys of these. */
  readonly former: readonly Uint8Array[]
  /** What the data folder has and is not read, since another one is set; absent where there is none. */
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
 * The secret that is set, else one made at the first start and kept in the data folder for the owner's eyes alone (two
 * processes that start at once on an empty folder end up with the same one); and the former ones, from the setting and from
 * the folder. Throws a `StartError` when one is damaged.
 */
export function tokenSecrets(settings: SecretSettings): TokenSecrets {
  const current = settings.tokenSecret ? Buffer.from(settings.tokenSecret) : secretOfFolder(settings.dataDir)
  const former = [...settings.formerTokenSecrets, ...formerLines(settings.dataDir)].flatMap(readings)
  const apart = new Map(former.map((secret) => [secret.toString('hex'), secret]))
  apart.delete(current.toString('hex'))
  return { current, former: [...apart.values()], ...(settings.tokenSecret ? unreadOf(settings.dataDir) : {}) }
}

function unreadOf(dataDir: string): Pick<TokenSecrets, 'unread'> {
  const unread = bytesOf(readIfThere(secretPath(dataDir)) ?? '')
  // What is damaged there does no harm.
  return unread.length < BYTES ? {} : { unread }
}

/**
 * What a former secret may have been: the text itself, as in TOKEN_SECRET, or the bytes that it stands for, as in the file.
 * The one that it never was opens nothing, and no device is given its key.
 */
function readings(text: string): Buffer[] {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length >= BYTES ? [bytes, Buffer.from(text)] : [Buffer.from(text)]
}

function secretOfFolder(dataDir: string): Buffer {
  const path = secretPath(dataDir)
  const known = readIfThere(path)
  if (known !== null) return checked(known, path)
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
  return checked(readFileSync(path, 'utf8'), path)
}

/**
 * Makes a new secret in the data folder and keeps the present one among the former ones: those first, so that a power cut in
 * between loses none, and doing it again is safe. Servers that run go on with the one they read. Throws a `StartError` where
 * there is none in the folder, or it is not the one that counts.
 */
export function rotateSecret({ tokenSecret, dataDir }: Pick<SecretSettings, 'tokenSecret' | 'dataDir'>): void {
  if (tokenSecret !== null)
    throw new StartError(
      'The secret is set by TOKEN_SECRET, not kept in a file: give TOKEN_SECRET another one, and add the present one to FORMER_TOKEN_SECRETS.',
    )
  const path = secretPath(dataDir)
  const present = readIfThere(path)
  if (present === null)
    throw new StartError(`There is no secret in ${path} yet: the server makes one at its first start.`)
  checked(present, path)
  const former = new Set([...formerLines(dataDir), present.trim()])
  replaceDurably(dataDir, formerPath(dataDir), [...former].map((line) => `${line}\n`).join(''))
  replaceDurably(dataDir, path, newSecret())
}

const newSecret = () => randomBytes(BYTES).toString('base64url')

function formerLines(dataDir: string): string[] {
  const path = formerPath(dataDir)
  const lines = (readIfThere(path) ?? '').split('\n').map((line) => line.trim())
  const former = lines.filter((line) => line !== '')
  if (former.some((line) => line.length < MIN_SECRET))
    throw new StartError(
      `A line of ${path} is damaged: every former secret has ${MIN_SECRET} characters or more. Put the file back from a backup.`,
    )
  return former
}

/** For the owner's eyes alone. */
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

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const bytesOf = (text: string) => Buffer.from(text.trim(), 'base64url')

function checked(text: string, path: string): Buffer {
  const secret = bytesOf(text)
  if (secret.length < BYTES)
    throw new StartError(
      `The secret in ${path} is damaged: put the file back from a backup. Without one remove it, and the next start says what that costs.`,
    )
  return secret
}
