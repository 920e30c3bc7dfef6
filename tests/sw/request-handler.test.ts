import { describe, expect, it } from 'vitest'
import { handlerOf } from '#sw/request-handler.ts'

const YARD = 'https://yard.example'
const PRECACHED = new Set([`${YARD}/index.html`, `${YARD}/assets/app-1.js`])
const asked = (url: string, { method = 'GET', mode = 'cors' } = {}) =>
  handlerOf({ url: new URL(url, YARD).href, method, mode }, YARD, (one) => PRECACHED.has(one))

describe('what the worker has to do with a request', () => {
  it.each([
    ['/api/drivers/', 'lists'],
    ['/api/files/019af3b0-0000-7000-8000-0000000000ff/thumbnail.webp', 'photos'],
    ['/assets/app-1.js', 'precache'],
    ['/index.html', 'precache'],
    ['/assets/app-0.js', 'former'],
    ['/api/map-settings/', null],
    ['/favicon.ico', null],
  ])('%s is a matter of %s', (url, by) => {
    expect(asked(url)).toBe(by)
  })

  it('a page of the app is the shell, a call is not', () => {
    expect(asked('/map', { mode: 'navigate' })).toBe('page')
    expect(asked('/api/docs', { mode: 'navigate' })).toBe(null)
  })

  it('changes go to the network alone', () => {
    expect(asked('/api/drivers/', { method: 'PATCH' })).toBe(null)
    expect(asked('/drivers', { method: 'POST', mode: 'navigate' })).toBe(null)
  })

  it.each(['no-cors', 'cors', 'navigate'])('tiles from elsewhere are never touched, and so never kept (%s)', (mode) => {
    expect(asked('https://tile.openstreetmap.org/7/30/48.png', { mode })).toBe(null)
    expect(asked('https://tile.openstreetmap.org/assets/app-0.js', { mode })).toBe(null)
    expect(asked('https://tile.openstreetmap.org/api/drivers/', { mode })).toBe(null)
  })

  it('parts of an archive of tiles are never touched', () => {
    expect(asked('/map/basemap.pmtiles')).toBe(null)
    expect(asked('/map/basemap.pmtiles', { mode: 'navigate' })).toBe(null)
  })
})
