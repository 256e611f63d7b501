import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressPlugin } from './build/compress-plugin.ts';
import { contractPlugin } from './build/contract-plugin.ts';
import { flagsPlugin } from './build/flags-plugin.ts';
import { fontsPlugin } from './build/fonts-plugin.ts';
import { worldPlugin } from './build/world-plugin.ts';

export default defineConfig({
  plugins: [contractPlugin(), fontsPlugin(), worldPlugin(), flagsPlugin(), react(), compressPlugin()],
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': 'http://localhost:3000', '/files': 'http://localhost:3000' },
  },
  build: {
    outDir: 'dist',
    sourcemap: false,
    assetsInlineLimit: 0,
    // Native light-dark(), popover and nesting: browsers since mid-2024.
    target: ['chrome125', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
    // check-budget.mjs enforces the sizes.
    chunkSizeWarningLimit: 600,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', 'sign-in-redirect': 'sign-in-redirect.html' },
      output: {
        // A few chunks instead of dozens that wait for each other: the sign-in, what every screen and the dashboard
        // need, and the lower part of the dashboard.
        codeSplitting: {
          groups: [
            { name: 'sign-in', priority: 2, test: /node_modules.oidc-client-ts|user-manager|preload-helper/ },
            { name: 'first', priority: 1, test: /src.main\.tsx|pages.dashboard-page/ },
            { name: 'audience', test: /analytics.audience-panels\.ts/ },
          ],
        },
      },
    },
  },
});
