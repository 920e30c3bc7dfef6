import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as fillIns from '#src/browser/fill-ins.ts'
import { buildTargets, FILLED_IN, SUPPORTED, TOO_OLD, USE_INSTEAD } from '#src/browser/supported-browsers.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

test('the README lists exactly the oldest supported versions', () => {
  const [, list = ''] = /\n## Browsers\n([\s\S]*?)\n## /.exec(read('README.md')) ?? []
  const rows = [...list.matchAll(/^\| (\w+)[^|]*\| ([\d.]+) /gm)].map(([, name, version]) => ({ name, version }))
  expect(rows).toEqual(SUPPORTED.map(({ name, version }) => ({ name, version })))
})

test('the build targets the oldest supported versions, for scripts and style sheets', () => {
  expect(buildTargets()).toEqual(SUPPORTED.map(({ target, version }) => `${target}${version}`))
  // The app's scripts, its style sheets, and the service worker.
  expect(read('vite.config.ts').match(/\b(?:t|cssT)arget: (?!'react').*/g)).toEqual([
    'target: buildTargets(),',
    'target: buildTargets(),',
    'cssTarget: buildTargets(),',
  ])
})

test('a user of an older browser reads which browsers to use', () => {
  expect(`${TOO_OLD} ${USE_INSTEAD}`).toBe(
    'This browser is too old for Haulyard. Use Safari 16.4, Firefox 121, Chrome 111, Edge 111 or later.',
  )
})

test('every name listed as filled in is filled in where it is missing', () => {
  class Element {}
  const page = { Promise: class {}, Map: class {}, AbortSignal: class {}, Element }
  fillIns.fillIn(page as never)
  const missing = FILLED_IN.filter((path) => {
    const found = path.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], page)
    return typeof found !== 'function'
  })
  expect(missing).toEqual([])
})
