import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const PAGES = ['README.md', 'CONTRIBUTING.md', 'bench/README.md', 'src/offline/README.md', ...globSync('docs/**/*.md')]
const TOPS = ['bench', 'contract', 'docs', 'e2e', 'scripts', 'server', 'src', 'sw', 'tests']
const SOURCES = globSync(`{${TOPS.join(',')}}/**/*`)
const textOf = (page: string) => readFileSync(page, 'utf8')

describe('the written word', () => {
  test.each(PAGES)('%s links to pages that are there', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)\s]+?)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
    const inside = links.filter((link) => !/^(https?:|mailto:|#|$)/.test(link))
    expect(inside.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
  })

  test.each(PAGES)('%s names files and folders that are there', (page) => {
    expect(namedIn(page).filter((name) => !isThere(name, page))).toEqual([])
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

/** The paths and the names of files that a page has in its text; commands, addresses and blocks of code are none. */
function namedIn(page: string): readonly string[] {
  const prose = textOf(page).replace(/```[\s\S]*?```/g, '')
  const quoted = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, text = '']) => text.replace(/\/$/, ''))
  const isPath = (text: string) => TOPS.some((top) => text === top || text.startsWith(`${top}/`))
  return quoted.filter((text) => isPath(text) || /^[\w./*{},-]+\.(?:tsx?|mjs|css|sql|md|jsonc?)$/.test(text))
}

/** Whether a path leads somewhere from the top, from the page, or as the end of one; `…` and `<resource>` stand for any name. */
function isThere(name: string, page: string): boolean {
  const pattern = name.replaceAll('…', '*').replace(/<\w+>/g, '*')
  if (globSync(pattern).length > 0 || globSync(join(dirname(page), pattern)).length > 0) return true
  return SOURCES.some((source) => source.endsWith(`/${name}`))
}
