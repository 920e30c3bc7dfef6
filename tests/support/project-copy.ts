import { cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IGNORED_FOLDERS } from '#scripts/testing/selection/tree.ts'

const everything = () => readdirSync('.').filter((name) => !IGNORED_FOLDERS.has(name))

/** A copy of the project, or of these files and folders of its root, with the same packages. Answers its path; the caller removes it. */
export function projectCopy(parts: readonly string[] = everything()): string {
  const site = mkdtempSync(join(tmpdir(), 'haulyard-copy-'))
  for (const part of parts) cpSync(part, join(site, part), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(site, 'node_modules'), 'junction')
  return site
}
