import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changedFiles } from '#scripts/testing/selection/changed-files.ts'

let place = ''
const AS_SOMEBODY = ['-c', 'user.name=one', '-c', 'user.email=one@haulyard.example', '-c', 'commit.gpgsign=false']
/** A copy of the project without git is tested as well. */
const hasGit = spawnSync('git', ['--version']).status === 0
const git = (...parameters: readonly string[]) => execFileSync('git', [...AS_SOMEBODY, ...parameters], { cwd: place })

function write(path: string, text: string): void {
  mkdirSync(dirname(join(place, path)), { recursive: true })
  writeFileSync(join(place, path), text)
}
function commit(): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'a change')
}

describe.runIf(hasGit)('what changed (needs git)', () => {
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'haulyard-change-'))
    git('init', '--quiet')
    write('src/one.ts', 'one')
    write('src/two.ts', 'two')
    write('.gitignore', 'dist/')
    commit()
  })
  afterEach(() => rmSync(place, { recursive: true, force: true }))

  test('is what is not committed, untracked files too, and none that git leaves out', async () => {
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

  test('is the last commit when nothing else is there, be it the first', async () => {
    expect((await changedFiles(null, place)).changed).toEqual(['.gitignore', 'src/one.ts', 'src/two.ts'])
    git('mv', 'src/one.ts', 'src/three.ts')
    commit()
    expect(await changedFiles(null, place)).toEqual({
      changed: ['src/three.ts'],
      gone: ['src/one.ts'],
      since: 'in the last commit',
    })
  })

  test('is all since a revision that is named, committed or not', async () => {
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

  test('is refused in words for a revision that git does not know', async () => {
    await expect(changedFiles('nowhere', place)).rejects.toThrow('Git knows no revision “nowhere”.')
    await expect(changedFiles('--output=x', place)).rejects.toThrow('Git knows no revision “--output=x”.')
  })
})

test('where git is not installed, that is what is said, and not that it knows no revision', async () => {
  vi.stubEnv('PATH', '')
  await expect(changedFiles(null)).rejects.toThrow('git, which is not installed')
  await expect(changedFiles('main~3')).rejects.toThrow('git, which is not installed')
  vi.unstubAllEnvs()
})
