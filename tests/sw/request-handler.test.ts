import { describe, expect, it } from 'vitest'
import { handlerOf } from '#sw/request-handler.ts'

const YARD = 'https://yard.example'
const PRECACHED = new Set([`${YARD}/index.html`, `${YARD}/assets/app-1.js`])
const handlerFor = (url: string, { method = 'GET', mode = 'cors' } = {}) =>
  handlerOf({ url: new URL(url, YARD).href, method, mode }, YARD, (one) => PRECACHED.has(one))

describe('the worker’s request handler', () => {
  it.each([
    ['/api/drivers/', 'lists'],
    ['/api/files/019af3b0-0000-7000-8000-0000000000ff/thumbnail.webp', 'photos'],
    ['/assets/app-1.js', 'precache'],
    ['/index.html', 'precache'],
    ['/assets/app-0.js', 'former'],
    ['/api/map-settings/', null],
    ['/favicon.ico', null],
  ])('handles %s as %s', (url, by) => {
    expect(handlerFor(url)).toBe(by)
  })

  it('serves the shell for a page of the app, and not for a page of the API', () => {
    expect(handlerFor('/map', { mode: 'navigate' })).toBe('page')
    expect(handlerFor('/api/docs', { mode: 'navigate' })).toBe(null)
  })

  it('leaves changes to the network', () => {
    expect(handlerFor('/api/drivers/', { method: 'PATCH' })).toBe(null)
    expect(handlerFor('/drivers', { method: 'POST', mode: 'navigate' })).toBe(null)
  })

  it.each(['no-cors', 'cors', 'navigate'])(
    'never touches tiles of another site, so that none is stored (%s)',
    (mode) => {
      expect(handlerFor('https://tile.openstreetmap.org/7/30/48.png', { mode })).toBe(null)
      expect(handlerFor('https://tile.openstreetmap.org/assets/app-0.js', { mode })).toBe(null)
      expect(handlerFor('https://tile.openstreetmap.org/api/drivers/', { mode })).toBe(null)
    },
  )

  it('never touches parts of a tile archive', () => {
    expect(handlerFor('/map/basemap.pmtiles')).toBe(null)
    expect(handlerFor('/map/basemap.pmtiles', { mode: 'navigate' })).toBe(null)
  })
})
