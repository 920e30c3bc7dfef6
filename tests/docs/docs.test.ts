import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const PAGES = ['README.md', 'CONTRIBUTING.md', 'bench/README.md', ...globSync('docs/**/*.md')]
const textOf = (page: string) => readFileSync(page, 'utf8')

describe('the written word', () => {
  test.each(PAGES)('%s links to pages that are there', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)\s]+?)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
    const inside = links.filter((link) => !/^(https?:|mailto:|#|$)/.test(link))
    expect(inside.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
  })

  test('every dependency has its reason, and no reason is left of one that is gone', () => {
    const manifest: unknown = JSON.parse(textOf('package.json'))
    const { dependencies, devDependencies } = manifest as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >
    const rows = textOf('docs/dependencies.md').matchAll(/^\| ([^|]+) \|/gm)
    const cells = [...rows].map(([, cell = '']) => cell.trim()).filter((cell) => cell !== 'package')
    const told = cells.flatMap((cell) => {
      const scope = /^@[^/]+\//.exec(cell)?.[0] ?? ''
      return cell.split(', ').map((name, index) => (index > 0 && scope === '@mantine/' ? `${scope}${name}` : name))
    })
    expect(told.toSorted()).toEqual([...Object.keys(dependencies), ...Object.keys(devDependencies)].toSorted())
  })

  test('decisions are numbered without a hole, and each has its three parts', () => {
    const decisions = globSync('docs/decisions/**/*.md').toSorted((a, b) => basename(a).localeCompare(basename(b)))
    for (const [index, page] of decisions.entries()) {
      expect(page).toContain(`/${String(index + 1).padStart(4, '0')}-`)
      for (const part of ['**Context.**', '**Decision.**', '**Consequences.**']) expect(textOf(page)).toContain(part)
    }
  })
})
