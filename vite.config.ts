import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { basemapPlugin } from './scripts/build/basemap-plugin.ts'
import { chunkGroups } from './scripts/build/chunk-groups.ts'
import { firstScript } from './scripts/build/first-script.ts'
import { lateChanges } from './scripts/build/late-changes.ts'
import { senderScript } from './scripts/build/sender-script.ts'
import { startupImagesPlugin } from './scripts/build/startup-images.ts'
import { manifest } from './scripts/build/web-manifest.ts'
import { withoutSummaries } from './scripts/build/without-summaries.ts'
import { buildTargets } from './src/browser/supported-browsers.ts'

const apiPort = process.env.PORT ?? '4000'

const formPart = (name: string) => fileURLToPath(new URL(`./src/form/${name}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@tanstack\/(?:devtools-event-client|pacer-lite)$/, replacement: formPart('no-devtools.ts') },
      { find: /^\.\/useFormGroup\.js$/, replacement: formPart('no-form-groups.ts') },
    ],
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      quoteStyle: 'single',
      autoCodeSplitting: true,
    }),
    react(),
    basemapPlugin(),
    firstScript(),
    senderScript(),
    withoutSummaries(),
    lateChanges(),
    startupImagesPlugin(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        target: buildTargets(),
        globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}', 'icons/*.{svg,png}', 'favicon.svg'],
        // The code that reads the map tile archive is useless without the archive, and the archive is not precached.
        globIgnores: ['**/screenshots/**', 'assets/tile-archive*.js'],
      },
      devOptions: { enabled: false },
    }),
  ],
  build: {
    outDir: 'dist/app',
    manifest: 'build-manifest.json',
    target: buildTargets(),
    cssTarget: buildTargets(),
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    proxy: { '/api': `http://127.0.0.1:${apiPort}`, '/map/basemap.pmtiles': `http://127.0.0.1:${apiPort}` },
  },
})
