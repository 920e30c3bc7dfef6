import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from '../expect.ts'

/**
 * Fails with each violated rule and its elements. Checks the screen with every rule in the light scheme, and with the
 * contrast rule, the only one that depends on colors, in the dark scheme.
 */
export async function expectNoFindings(page: Page, screen: string): Promise<void> {
  const light = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const dark = await violations(page, 'color-contrast')
  await page.emulateMedia({ colorScheme: 'light' })
  const findings = Object.entries({ light, dark }).flatMap(([scheme, found]) =>
    found.map(({ rule, elements }) => `${screen}, ${scheme}: ${rule}: ${elements.join(' | ')}`),
  )
  expect(findings).toEqual([])
}

/** Fails with each text whose contrast to its background is below 7 to 1, in the light or in the dark scheme. */
export async function expectStrongContrast(page: Page, screen: string): Promise<void> {
  const findings: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    for (const { elements } of await violations(page, 'color-contrast-enhanced'))
      findings.push(...elements.map((element) => `${screen}, ${colorScheme}: ${element}`))
  }
  expect(findings).toEqual([])
}

/** Violations of all rules, or only of `rule`. The app has no frames, so axe checks only the document. */
export async function violations(page: Page, rule?: string) {
  // axe is half a megabyte. Loading it takes as long as checking a small screen, so each document loads it only once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  await stylesLoaded(page)
  const options: RunOptions = { resultTypes: ['violations'], ...(rule !== undefined && { runOnly: [rule] }) }
  return page.evaluate(async (runOptions) => {
    const { axe: pageAxe } = window as unknown as { readonly axe: typeof axe }
    const { violations: found } = await pageAxe.run(document, runOptions)
    return found.map(({ id, nodes }) => ({ rule: id, elements: nodes.map(({ html }) => html) }))
  }, options)
}

/**
 * Waits until all stylesheets are loaded, also those of a part that was just opened. axe fetches a stylesheet that it
 * can't read and inserts it, which the page's security policy reports as a fault.
 */
async function stylesLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => {
      try {
        return sheet !== null && sheet.cssRules.length >= 0
      } catch {
        return false
      }
    }),
  )
}
