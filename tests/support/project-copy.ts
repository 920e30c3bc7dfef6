import { cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IGNORED_FOLDERS } from '#scripts/testing/selection/tree.ts'

const allParts = () => readdirSync('.').filter((name) => !IGNORED_FOLDERS.has(name))

/**
 * Copies the project, or these files and folders of its root, with a link to the same packages. Returns the path. The
 * caller removes the copy.
 */
export function projectCopy(parts: readonly string[] = allParts()): string {
  const copy = mkdtempSync(join(tmpdir(), 'haulyard-copy-'))
  for (const part of parts) cpSync(part, join(copy, part), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'), 'junction')
  return copy
}
