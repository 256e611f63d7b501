import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressPlugin } from './build/compress-plugin.ts';
import { contractPlugin } from './build/contract-plugin.ts';
import { flagsPlugin } from './build/flags-plugin.ts';
import { fontsPlugin } from './build/fonts-plugin.ts';
import { preloadPlugin } from './build/preload-plugin.ts';
import { worldPlugin } from './build/world-plugin.ts';

export default defineConfig({
  plugins: [
    contractPlugin(),
    fontsPlugin(),
    worldPlugin(),
    flagsPlugin(),
    preloadPlugin('/app/pages/dashboard-page.tsx'),
    react(),
    compressPlugin(),
  ],
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': 'http://localhost:3000', '/files': 'http://localhost:3000' },
  },
  build: {
    outDir: 'dist',
    sourcemap: false,
    assetsInlineLimit: 0,
    // light-dark(), popover and nesting as they are: browsers since the middle of 2024.
    target: ['chrome125', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // What every screen needs comes in one file, instead of a dozen small ones that wait for each other.
        codeSplitting: {
          groups: [
            {
              name: 'first',
              test: /node_modules.(react|react-dom|scheduler|lucide-react|@tanstack.react-router|@tanstack.react-query|zustand)\b|src.ui.(?!charts|data-grid|globe|accordion|guide\.|.*calendar)|src.platform|src.features.(accounts|analytics.(period|use-period|first-sync))/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
