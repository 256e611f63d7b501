import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { classicScriptPlugin } from './build/classic-script-plugin.ts';
import { compileHintsPlugin } from './build/compile-hints-plugin.ts';
import { compressPlugin } from './build/compress-plugin.ts';
import { contractPlugin } from './build/contract-plugin.ts';
import { firstPagePlugin } from './build/first-page-plugin.ts';
import { flagsPlugin } from './build/flags-plugin.ts';
import { fontsPlugin } from './build/fonts-plugin.ts';
import { preloadNextPlugin } from './build/preload-next-plugin.ts';
import { remQueriesPlugin } from './build/rem-queries-plugin.ts';
import { serviceWorkerPlugin } from './build/service-worker-plugin.ts';
import { shortClassesPlugin } from './build/short-classes-plugin.ts';
import { worldPlugin } from './build/world-plugin.ts';

export default defineConfig({
  plugins: [
    contractPlugin(),
    fontsPlugin(),
    worldPlugin(),
    flagsPlugin(),
    remQueriesPlugin(),
    shortClassesPlugin(),
    react(),
    classicScriptPlugin(),
    compileHintsPlugin(),
    preloadNextPlugin(),
    compressPlugin(),
    firstPagePlugin(),
    serviceWorkerPlugin(),
  ],
  resolve: {
    // The shim is for React before 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': 'http://localhost:3000',
      '/files': 'http://localhost:3000',
      '/id/': 'http://localhost:3000',
      // Response from the identity provider.
      '^/login\\?(.*&)?(code|error)=': 'http://localhost:3000',
    },
  },
  build: {
    outDir: 'dist',
    sourcemap: false,
    assetsInlineLimit: 0,
    // Browsers since mid-2024, with native light-dark(), popover and nesting.
    target: ['chrome125', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
    // check-budget.mjs enforces the sizes.
    chunkSizeWarningLimit: 600,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // The first chunk is a script, and always there.
      resolveDependencies: (_file, needed) => needed.filter((file) => !/(^|\/)first-[^/]*\.js$/.test(file)),
    },
    rolldownOptions: {
      output: {
        // Builds a few chunks instead of dozens that wait for each other: code that every screen and the dashboard
        // need, code that every screen needs next (with small parts for many screens), the dashboard's lower part, and
        // where numbers come from.
        codeSplitting: {
          groups: [
            { name: 'first', priority: 2, test: /src.main\.tsx|pages.dashboard-page/ },
            {
              name: 'next',
              priority: 1,
              test: /lucide-react.dist.esm.icons|live.live-connection|first-page.remember-view|shell.(account-states|viewer-items|dock-sheets|picker-sheet)|alerts.alert-bell|breakdowns.account-items|charts.(day-list|(day|mark)-strip)|exports.loaded-export-menu\.tsx|shares.share-button|platform.offline|shell.data-age|src.ui.(?!sonner|choice-menu|color-choice|secret-dialog|boxed-choice)[a-z-]+\.tsx?$/,
            },
            { name: 'lower-panels', test: /overview.lower-panels\.ts|labels.label-filter/ },
            { name: 'evidence', test: /metrics.evidence.(?!lazy|evidence-search)/ },
          ],
        },
      },
    },
  },
});
