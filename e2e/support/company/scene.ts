import type { Page } from '@playwright/test'
import type { Driver } from '#contract/people/drivers.ts'
import type { Api } from '#e2e/support/server/api.ts'

export interface Scene {
  readonly page: Page
  /** The API, signed in as the dispatcher. */
  readonly api: Api
  /** A driver on the road, as stored on the server when the scene began. */
  readonly driver: Driver
  readonly name: string
}
