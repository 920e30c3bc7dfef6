import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const PAGES = ['README.md', 'CONTRIBUTING.md', 'bench/README.md', 'src/offline/README.md', ...globSync('docs/**/*.md')]
const TOPS = ['bench', 'contract', 'docs', 'e2e', 'scripts', 'server', 'src', 'sw', 'tests']
const SOURCES = globSync(`{${TOPS.join(',')}}/**/*`)
const textOf = (page: string) => readFileSync(page, 'utf8')

describe('the documentation', () => {
  test.each(PAGES)('in %s has no broken links', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)\s]+?)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
    const inside = links.filter((link) => !/^(https?:|mailto:|#|$)/.test(link))
    expect(inside.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
  })

  test.each(PAGES)('in %s names only files and folders that exist', (page) => {
    expect(namedIn(page).filter((name) => !isThere(name, page))).toEqual([])
  })

  test('gives a reason for exactly the dependencies of package.json', () => {
    const manifest: unknown = JSON.parse(textOf('package.json'))
    const { dependencies, devDependencies } = manifest as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >
    const rows = textOf('docs/dependencies.md').matchAll(/^\| ([^|]+) \|/gm)
    const cells = [...rows].map(([, cell = '']) => cell.trim()).filter((cell) => cell !== 'package')
    const listed = cells.flatMap((cell) => {
      const scope = /^@[^/]+\//.exec(cell)?.[0] ?? ''
      return cell.split(', ').map((name, index) => (index > 0 && scope === '@mantine/' ? `${scope}${name}` : name))
    })
    expect(listed.toSorted()).toEqual([...Object.keys(dependencies), ...Object.keys(devDependencies)].toSorted())
  })

  test('has decisions numbered without gaps, each with its three sections', () => {
    const decisions = globSync('docs/decisions/**/*.md').toSorted((a, b) => basename(a).localeCompare(basename(b)))
    for (const [index, page] of decisions.entries()) {
      expect(page).toContain(`/${String(index + 1).padStart(4, '0')}-`)
      for (const part of ['**Context.**', '**Decision.**', '**Consequences.**']) expect(textOf(page)).toContain(part)
    }
  })
})

/** The paths and file names in a page's text, without code blocks, commands and addresses. */
function namedIn(page: string): readonly string[] {
  const prose = textOf(page).replace(/```[\s\S]*?```/g, '')
  const quoted = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, text = '']) => text.replace(/\/$/, ''))
  const isPath = (text: string) => TOPS.some((top) => text === top || text.startsWith(`${top}/`))
  return quoted.filter((text) => isPath(text) || /^[\w./*{},-]+\.(?:tsx?|mjs|css|sql|md|jsonc?)$/.test(text))
}

/**
 * Whether a path exists, relative to the root or to the page, or as the end of a source file's path. `…` and
 * `<resource>` stand for any name.
 */
function isThere(name: string, page: string): boolean {
  const pattern = name.replaceAll('…', '*').replace(/<\w+>/g, '*')
  if (globSync(pattern).length > 0 || globSync(join(dirname(page), pattern)).length > 0) return true
  return SOURCES.some((source) => source.endsWith(`/${name}`))
}
