import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { routesIn } from '#scripts/build/route-preloads.mjs'
import { manifest } from '#scripts/build/web-manifest.ts'

describe('the installed app', () => {
  it('has shortcuts only to pages that exist', () => {
    const paths = routesIn(readFileSync('src/route-tree.gen.ts', 'utf8')).map((route) => route.path)
    expect(manifest.shortcuts?.length).toBeGreaterThan(0)
    for (const shortcut of manifest.shortcuts ?? []) expect(paths).toContain(shortcut.url)
  })

  it('has every picture that it names, in the declared size', () => {
    const shortcutIcons = (manifest.shortcuts ?? []).flatMap((shortcut) => shortcut.icons ?? [])
    const pictures = [...(manifest.icons ?? []), ...shortcutIcons, ...(manifest.screenshots ?? [])]
    expect(pictures.length).toBeGreaterThan(8)
    for (const { src, sizes } of pictures) {
      const file = `public${src}`
      expect(existsSync(file), file).toBe(true)
      // A PNG has its width and height at byte 16.
      const head = readFileSync(file).subarray(16, 24)
      expect(`${head.readUInt32BE(0)}x${head.readUInt32BE(4)}`, file).toBe(sizes)
    }
  })

  it('has icons for the purposes any and maskable', () => {
    expect(new Set(manifest.icons?.map((icon) => icon.purpose))).toEqual(new Set(['any', 'maskable']))
  })
})
