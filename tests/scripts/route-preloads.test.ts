import { describe, expect, it } from 'vitest'
import { entryAssets, partAssets, routePreloads, routesIn } from '#scripts/build/route-preloads.mjs'

const TREE = `
import { Route as rootRouteImport } from './routes/__root'
import { Route as LoginRouteImport } from './routes/login'
import { Route as SignedInRouteImport } from './routes/_signed-in'
import { Route as SignedInDriversRouteImport } from './routes/_signed-in/drivers'
import { Route as SignedInDriversIdRouteImport } from './routes/_signed-in/drivers.$id'

const LoginRoute = LoginRouteImport.update({
  id: '/login',
  path: '/login',
  getParentRoute: () => rootRouteImport,
} as any)
const SignedInRoute = SignedInRouteImport.update({
  id: '/_signed-in',
  getParentRoute: () => rootRouteImport,
} as any)
const SignedInDriversRoute = SignedInDriversRouteImport.update({
  id: '/drivers',
  path: '/drivers',
  getParentRoute: () => SignedInRoute,
} as any)
const SignedInDriversIdRoute = SignedInDriversIdRouteImport.update({
  id: '/$id',
  path: '/$id',
  getParentRoute: () => SignedInDriversRoute,
} as any)
`
const MANIFEST = {
  'index.html': { file: 'assets/index.js', css: ['assets/index.css'], imports: ['_react.js'], isEntry: true },
  '_react.js': { file: 'assets/react.js' },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['_react.js'] },
  'src/routes/login.tsx?tsr-split=component': { file: 'assets/login.js', imports: ['index.html'] },
  'src/routes/_signed-in.tsx?tsr-split=component': { file: 'assets/frame.js', imports: ['index.html'] },
  'src/routes/_signed-in.tsx?tsr-split=errorComponent': { file: 'assets/error.js' },
  'src/routes/_signed-in/drivers.tsx?tsr-split=component': { file: 'assets/drivers.js', imports: ['_card.js'] },
  'src/routes/_signed-in/drivers.$id.tsx?tsr-split=component': { file: 'assets/driver.js', imports: ['_card.js'] },
}

describe('the files that a page needs', () => {
  it('are known for every route with its layouts', () => {
    expect(routesIn(TREE).map((route) => route.path)).toEqual(['/login', '/', '/drivers', '/drivers/$id'])
    expect(routesIn(TREE).at(-1)?.files).toEqual([
      'src/routes/__root',
      'src/routes/_signed-in',
      'src/routes/_signed-in/drivers',
      'src/routes/_signed-in/drivers.$id',
    ])
  })

  it('are the imports of the page and its layouts, without index.html’s own and error-only files; index.html gets the layout’s', () => {
    expect(routePreloads(MANIFEST, TREE)).toEqual({
      '/login': { js: ['/assets/login.js'], css: [] },
      '/index.html': { js: ['/assets/frame.js'], css: [] },
      '/drivers': {
        js: ['/assets/frame.js', '/assets/card.js', '/assets/drivers.js'],
        css: ['/assets/card.css'],
        needsSession: true,
      },
      '/drivers/$id': {
        js: ['/assets/frame.js', '/assets/card.js', '/assets/drivers.js', '/assets/driver.js'],
        css: ['/assets/card.css'],
        needsSession: true,
      },
    })
  })

  it('include the parts that a signed-in page needs before its data, but not for the stored page or without a session', () => {
    const keys = { file: 'assets/keys.js', name: 'keys', imports: ['index.html'] }
    const preloads = routePreloads({ ...MANIFEST, '_keys.js': keys }, TREE, ['keys'])
    expect(preloads['/drivers']?.js).toEqual([
      '/assets/frame.js',
      '/assets/card.js',
      '/assets/drivers.js',
      '/assets/keys.js',
    ])
    expect([preloads['/login']?.js, preloads['/index.html']?.js]).toEqual([['/assets/login.js'], ['/assets/frame.js']])
    expect(() => routePreloads(MANIFEST, TREE, ['keys'])).toThrow('the app has no part "keys"')
  })

  it('cannot be computed if built files import each other', () => {
    const round = { ...MANIFEST, '_react.js': { file: 'assets/react.js', imports: ['_card.js'] } }
    expect(() => routePreloads(round, TREE)).toThrow(
      /built files import each other: .*_react.js → _card.js → _react.js$/,
    )
  })

  it('cannot be computed even if the cycle is outside of all pages', () => {
    const dialogs = {
      'src/a.tsx': { file: 'assets/a.js', imports: ['src/b.tsx'] },
      'src/b.tsx': { file: 'assets/b.js', imports: ['src/a.tsx'] },
    }
    expect(() => routePreloads({ ...MANIFEST, ...dialogs }, TREE)).toThrow('src/a.tsx → src/b.tsx → src/a.tsx')
  })

  it('can be computed by name for a part that loads separately', () => {
    const toasts = { file: 'assets/toasts.js', name: 'toasts', css: ['assets/toasts.css'], imports: ['_card.js'] }
    expect(partAssets({ ...MANIFEST, '_toasts.js': toasts }, ['toasts'])).toEqual({
      js: ['/assets/react.js', '/assets/card.js', '/assets/toasts.js'],
      css: ['/assets/card.css', '/assets/toasts.css'],
    })
    expect(() => partAssets(MANIFEST, ['toasts'])).toThrow('the app has no part "toasts"')
  })

  it('are in addition to the files that index.html loads', () => {
    expect(entryAssets(MANIFEST)).toEqual({ js: ['/assets/react.js', '/assets/index.js'], css: ['/assets/index.css'] })
  })
})
