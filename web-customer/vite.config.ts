import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { webManifest } from './web-manifest.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), webManifest(), compression({ algorithms: ['gzip', 'brotliCompress'] })],
  build: {
    // Images stay files of their own: cached longer than code, and no part of the first download.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', 'service-worker': 'service-worker/service-worker.ts' },
      output: {
        // Browsers know a worker by its address.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // What every screen needs and a release seldom changes: one file that returning customers have already.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack)\//,
            },
          ],
        },
      },
    },
  },
});
