import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from '../expect.ts'

/**
 * Fails with the rule and the elements that broke it. A screen is looked at in light with every rule, and in dark with the
 * one that depends on colors.
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

/** What breaks all rules, or the one named. Nothing here stands in frames, so axe looks at the document alone. */
export async function violations(page: Page, rule?: string) {
  // Half a megabyte of script, which takes the page as long as the looking at a small screen does: once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = { resultTypes: ['violations'], ...(rule !== undefined && { runOnly: [rule] }) }
  return page.evaluate(async (asked) => {
    const { axe: inPage } = window as unknown as { readonly axe: typeof axe }
    const { violations: found } = await inPage.run(document, asked)
    return found.map(({ id, nodes }) => ({ rule: id, elements: nodes.map(({ html }) => html) }))
  }, options)
}
