import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changedFiles } from '#scripts/testing/selection/changed-files.ts'

let place = ''
const AS_AUTHOR = ['-c', 'user.name=one', '-c', 'user.email=one@haulyard.example', '-c', 'commit.gpgsign=false']
/** The tests also run where git is not installed. */
const hasGit = spawnSync('git', ['--version']).status === 0
const git = (...parameters: readonly string[]) => execFileSync('git', [...AS_AUTHOR, ...parameters], { cwd: place })

function write(path: string, text: string): void {
  mkdirSync(dirname(join(place, path)), { recursive: true })
  writeFileSync(join(place, path), text)
}
function commit(): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'a change')
}

describe.runIf(hasGit)('the changed files (needs git)', () => {
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'haulyard-change-'))
    git('init', '--quiet')
    write('src/one.ts', 'one')
    write('src/two.ts', 'two')
    write('.gitignore', 'dist/')
    commit()
  })
  afterEach(() => rmSync(place, { recursive: true, force: true }))

  test('are the uncommitted ones, including untracked files, without ignored files', async () => {
    write('src/one.ts', 'another')
    write('src/Überzug — neu.ts', 'new')
    write('dist/app.js', 'built')
    rmSync(join(place, 'src/two.ts'))
    expect(await changedFiles(null, place)).toEqual({
      changed: ['src/one.ts', 'src/Überzug — neu.ts'].toSorted(),
      gone: ['src/two.ts'],
      since: 'not committed yet',
    })
  })

  test('are those of the last commit if nothing is uncommitted, even if it is the first', async () => {
    expect((await changedFiles(null, place)).changed).toEqual(['.gitignore', 'src/one.ts', 'src/two.ts'])
    git('mv', 'src/one.ts', 'src/three.ts')
    commit()
    expect(await changedFiles(null, place)).toEqual({
      changed: ['src/three.ts'],
      gone: ['src/one.ts'],
      since: 'in the last commit',
    })
  })

  test('since a revision include committed and uncommitted changes', async () => {
    git('tag', 'before')
    write('src/one.ts', 'another')
    commit()
    write('src/four.ts', 'new')
    expect(await changedFiles('before', place)).toEqual({
      changed: ['src/four.ts', 'src/one.ts'],
      gone: [],
      since: 'since before',
    })
  })

  test('since an unknown revision are refused with a message', async () => {
    await expect(changedFiles('nowhere', place)).rejects.toThrow('Git knows no revision “nowhere”.')
    await expect(changedFiles('--output=x', place)).rejects.toThrow('Git knows no revision “--output=x”.')
  })
})

test('without git the message says that git is not installed', async () => {
  vi.stubEnv('PATH', '')
  await expect(changedFiles(null)).rejects.toThrow('git, which is not installed')
  await expect(changedFiles('main~3')).rejects.toThrow('git, which is not installed')
  vi.unstubAllEnvs()
})
