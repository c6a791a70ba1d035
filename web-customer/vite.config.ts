import { fileURLToPath } from 'node:url';
import { MINIMUM_BROWSERS } from '@fasocolis/contracts/browsers';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { webManifest } from './web-manifest.ts';

const forBrowsers = (plugin: Plugin): Plugin => ({ ...plugin, applyToEnvironment: ({ name }) => name === 'client' });

/** A file of React Router's build without warnings for developers, which its exports do not offer to bundlers. */
const reactRouter = (file: string) =>
  fileURLToPath(new URL(`../production/${file}.mjs`, import.meta.resolve('react-router')));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: reactRouter('index') },
      { find: 'react-router/dom', replacement: reactRouter('dom-export') },
    ],
  },
  plugins: [
    react(),
    tailwindcss(),
    forBrowsers(webManifest()),
    [compression({ algorithms: ['gzip', 'brotliCompress'], exclude: /render\.js$/ })].flat().map(forBrowsers),
  ],
  // Browsers drop what is inside `@layer` before Chrome 99 and Safari 15.4. Tailwind's layers have the order of the file.
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'without-layers',
          AtRule: { layer: (rule) => void (rule.nodes ? rule.replaceWith(rule.nodes) : rule.remove()) },
        },
      ],
    },
  },
  // Builds both environments.
  builder: {},
  build: { target: Object.entries(MINIMUM_BROWSERS).map((browser) => browser.join('')) },
  environments: {
    client: {
      build: {
        // Images stay separate files: cached for longer than code, and not part of the first download.
        assetsInlineLimit: 0,
        // One style sheet: one that is loaded with a later script would shift a rendered page.
        cssCodeSplit: false,
        rolldownOptions: {
          input: { index: 'index.html', 'service-worker': 'service-worker/service-worker.ts' },
          output: {
            // The URL of a worker must not change.
            entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
            // Code that every screen needs and a release seldom changes: one file, which returning customers have
            // cached.
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack)\//,
                },
                // Code of the first screen, in one file instead of one for each part that later screens share.
                { name: 'app', test: /\/(src|node_modules\/(?!workbox|idb))\//, tags: ['$initial'] },
              ],
            },
          },
        },
      },
    },
    // The renderer of the public pages: one file, which the gateway imports. A folder with a dot is not served.
    ssr: {
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/.server',
        // The inline script of the pages is a part of it.
        minify: true,
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
