import { MINIMUM_BROWSERS } from '@fasocolis/contracts/browsers';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** Leaves out the texts of the API's documentation, which no call reads. */
const withoutDocumentation: Plugin = {
  name: 'without-documentation',
  enforce: 'pre',
  transform: {
    filter: { id: /contracts\/src\/operations\// },
    handler: (code) => code.replaceAll(/^ +(?:summary|description):\s+(?:'[^'\n]*'|"[^"\n]*"),$/gm, ''),
  },
};

export default defineConfig({
  base: '/admin/',
  plugins: [
    withoutDocumentation,
    react(),
    compression({ include: /\.(?:html|css|js|svg|wasm)$/, algorithms: ['gzip', 'brotliCompress'] }),
  ],
  resolve: {
    // The editor's parts must share one core, of their own version.
    dedupe: ['@tiptap/core', '@tiptap/pm'],
    alias: {
      // The library of react-admin's CSV export, which no screen offers.
      'jsonexport/dist/index.js': 'data:text/javascript,export default () => {}',
      // What polyfills the function for browsers below the minimum, with sixteen libraries behind it.
      'object.entries': 'data:text/javascript,module.exports = Object.entries',
    },
  },
  build: {
    target: Object.entries(MINIMUM_BROWSERS).map((browser) => browser.join('')),
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The first screen: one file that changes with our screens, and one that changes with library versions.
            { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
            { name: 'shell', tags: ['$initial'] },
            // The declarations of all calls, which the first call loads, without the code of other screens.
            { name: 'contracts', test: /packages\/contracts\/src\/(?!reading)/ },
            // Code that the other screens share, above all tables and forms. The rest, such as the text editor, is
            // loaded with the one screen that needs it, and the reading of files with the two dialogs that need it.
            { name: 'screens', minShareCount: 2, test: /^(?!.*\/components\/tables\/)/ },
          ],
        },
      },
    },
  },
});
