import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Fails with the rule and the elements that broke it. A screen is looked at in light with every rule, and in dark with the
 * one that depends on colours.
 */
export async function expectNoFindings(page: Page, screen: string): Promise<void> {
  const light = await new AxeBuilder({ page }).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const dark = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  const findings = Object.entries({ light, dark }).flatMap(([scheme, { violations }]) =>
    violations.map((one) => `${screen}, ${scheme}: ${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`),
  )
  expect(findings).toEqual([])
}
