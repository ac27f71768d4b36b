/// <reference types="vitest/config" />
// A type only: the build must do without vitest, which those who just play do not install.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { rules, texts } from './vite.words.ts'

// The client is built for any path: addresses of assets are relative, and the server says in <base> where the house stands.
const LATER = /(SettingsDialog|KeepDialog|Outcome|GuestDialog|NameDialog|Talk|WhoIsHere|SeatActs|Waiting|PointsChart|Qr|RulesText|Stepper|Choice|Switch)\.svelte/

/** What every page needs; pages, games and dialogs come when they are opened. */
const isShared = (id: string): boolean => /node_modules\/(svelte|esm-env|clsx|@fluent)\/|\/src\/(lib|parts)\//.test(id) && !LATER.test(id)

export default defineConfig({
  base: './',
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } }), texts(), rules()],
  // under vitest Svelte must be the browser's
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    outDir: '../src/tercet/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // one file for what all pages share, instead of a dozen small ones
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'house', test: isShared }] } } },
  },
  server: {
    proxy: {
      '/api': `http://127.0.0.1:${process.env.TERCET_PORT ?? 8000}`,
      '/ws': { target: `ws://127.0.0.1:${process.env.TERCET_PORT ?? 8000}`, ws: true },
    },
  },
  test: { include: ['tests/**/*.test.ts'] },
})
