import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { webManifest } from './web-manifest.ts';

const forBrowsers = (plugin: Plugin): Plugin => ({ ...plugin, applyToEnvironment: ({ name }) => name === 'client' });

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    forBrowsers(webManifest()),
    [compression({ algorithms: ['gzip', 'brotliCompress'], exclude: /render\.js$/ })].flat().map(forBrowsers),
  ],
  // Builds both environments.
  builder: {},
  environments: {
    client: {
      build: {
        // Images stay files of their own: cached longer than code, and no part of the first download.
        assetsInlineLimit: 0,
        // One style sheet: what comes with a later script would move a rendered page.
        cssCodeSplit: false,
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
                // What the first screen needs, in one file instead of one for each part that later screens share.
                { name: 'app', test: /\/(src|node_modules\/(?!workbox|idb))\//, tags: ['$initial'] },
              ],
            },
          },
        },
      },
    },
    // The renderer of the public pages, one file that the gateway imports. A dot folder is not served.
    ssr: {
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/.server',
        copyPublicDir: false,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: { render: 'src/app/render.tsx' },
          output: { entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    },
  },
});
