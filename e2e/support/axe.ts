import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

/**
 * Fails with the rule and the elements that broke it. A screen is looked at in light with every rule, and in dark with the
 * one that depends on colours.
 */
export async function expectNoFindings(page: Page, screen: string): Promise<void> {
  const light = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const dark = await violations(page, 'color-contrast')
  await page.emulateMedia({ colorScheme: 'light' })
  const findings = Object.entries({ light, dark }).flatMap(([scheme, found]) =>
    found.map((one) => `${screen}, ${scheme}: ${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`),
  )
  expect(findings).toEqual([])
}

/**
 * What breaks all rules, or the one named. Nothing here stands in frames: without them axe needs no empty page of its own
 * to put its findings together in, which takes a browser longer than the looking does.
 */
async function violations(page: Page, rule?: string) {
  const look = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rule !== undefined && { runOnly: [rule] }) })
  return (await look.analyze()).violations
}
