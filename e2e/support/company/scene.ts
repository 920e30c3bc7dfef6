import type { Page } from '@playwright/test'
import type { Driver } from '#contract/people/drivers.ts'
import type { Api } from '#e2e/support/server/api.ts'

export interface Scene {
  readonly page: Page
  /** The server's own view, as the dispatcher has it. */
  readonly api: Api
  /** A driver who is on the road, as he was at the server when the scene began. */
  readonly driver: Driver
  readonly name: string
}
