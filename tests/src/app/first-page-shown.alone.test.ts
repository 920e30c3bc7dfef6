import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { firstPageShown } from '#src/app/first-page-shown.ts'

let render: () => void
let drawFrame: () => void
let client: QueryClient
let isShown: boolean

/** Begins to wait for the first page, with a router that reports its first rendering when the test calls `render`. */
function waitForPage(): void {
  const router = {
    subscribe: (_: string, listener: () => void) => {
      render = listener
      return () => undefined
    },
  }
  void firstPageShown(router as unknown as RegisteredRouter, client).then(() => {
    isShown = true
  })
}
/** Lets everything that is due happen, with the next two frames. */
async function settle(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) {
    await vi.advanceTimersByTimeAsync(0)
    drawFrame()
    await vi.advanceTimersByTimeAsync(0)
  }
}
/** A list on screen that the server answers when the test says so. */
function listOnScreen(stored?: string) {
  const response = Promise.withResolvers<string>()
  if (stored !== undefined) client.setQueryData(['drivers'], stored, { updatedAt: 1 })
  new QueryObserver(client, { queryKey: ['drivers'], queryFn: () => response.promise, retry: false }).subscribe(
    () => {},
  )
  return response
}

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  isShown = false
  drawFrame = () => undefined
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    drawFrame = draw
  })
  return () => {
    client.clear()
    vi.useRealTimers()
  }
})

it('the first page is shown when its rows are painted', async () => {
  waitForPage()
  const response = listOnScreen()
  render()
  await settle()
  expect(isShown).toBe(false)
  response.resolve('rows')
  await vi.advanceTimersByTimeAsync(0)
  expect(isShown).toBe(false)
  await settle()
  expect(isShown).toBe(true)
})

it('a query that the screen begins only after its first frame belongs to the first page', async () => {
  waitForPage()
  render()
  await vi.advanceTimersByTimeAsync(0)
  const response = listOnScreen()
  await settle()
  expect(isShown).toBe(false)
  response.resolve('rows')
  await settle()
  expect(isShown).toBe(true)
})

it('an error in place of the rows is a first page too', async () => {
  waitForPage()
  const response = listOnScreen()
  render()
  response.reject(new Error('refused'))
  await settle()
  expect(isShown).toBe(true)
})

it('rows from the device are a first page, although newer ones are being requested', async () => {
  waitForPage()
  listOnScreen('stored rows')
  render()
  await settle()
  expect(isShown).toBe(true)
})

it('nothing is shown before the router has rendered a page', async () => {
  waitForPage()
  await settle()
  expect(isShown).toBe(false)
  render()
  await settle()
  expect(isShown).toBe(true)
})

it('a page in a hidden tab does not wait for a frame, which it never gets', async () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  waitForPage()
  render()
  await vi.advanceTimersByTimeAsync(0)
  expect(isShown).toBe(true)
})
