import { MINIMUM_BROWSERS } from '@fasocolis/contracts/browsers';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** A declared operation: its name, method, path, access and the rest. */
const DECLARATION = /^ {2}(\w+): operation\('(\w+) ([^']+)', '([\w-]+)', (?:\{\n((?: {4}.*\n)+) {2}\}|(\w+))\),$/gm;

/** Paths without records in their responses: sign-in, links of emails and receipts, workbooks and photos. */
const NO_RECORDS = /^\/(?:recu|api\/(?:auth|email))\/|\/export\/|images\/|\/photo$/;

/** Whether the data provider calls it: not those between services, those of customers, and what visitors send. */
const isOfDataProvider = (method: string, path: string, access: string) =>
  !['service', 'user'].includes(access) &&
  !NO_RECORDS.test(path) &&
  method !== 'DELETE' &&
  (access !== 'public' || method === 'GET');

/** Leaves of the declared operations what the data provider reads: method, path and responses of the office's own. */
const onlyResponses: Plugin = {
  name: 'only-responses',
  enforce: 'pre',
  transform: {
    filter: { id: /contracts\/src\/operations\/(?!operation\.ts)/ },
    handler: (code) =>
      code.replaceAll(DECLARATION, (_, name, method: string, path: string, access: string, rest = '', shared = '') => {
        if (!isOfDataProvider(method, path, access)) return '';
        const responses = rest
          .replaceAll(/^ {4}\.\.\.listOf\((.*)\),$/gm, '    responses: { 200: $1 },')
          .replaceAll(/^ {4}(?!responses)(?:\.\.\.|\w+:(?: |\n {6})).*,$/gm, '');
        return `  ${name}: { method: '${method}', path: '${path}',\n${shared ? `...${shared},` : responses}  },`;
      }),
  },
};

/** What react-admin imports from `inflection`. */
const ENGLISH_WORDS = ['capitalize', 'humanize', 'inflect', 'pluralize', 'singularize', 'transform', 'underscore'];

/** Copies of libraries, for the build and for the tests of screens. */
export const LIBRARIES = {
  // The editor's parts must share one core, of their own version.
  dedupe: ['@tiptap/core', '@tiptap/pm'],
  // What react-admin uses of lodash, in 4 kB instead of 8: a library that passes lodash's own tests.
  alias: [{ find: /^lodash\/(.+)\.js$/, replacement: 'es-toolkit/compat/$1' }],
};

export default defineConfig({
  base: '/admin/',
  plugins: [
    onlyResponses,
    react(),
    compression({ include: /\.(?:html|css|js|svg|wasm)$/, algorithms: ['gzip', 'brotliCompress'] }),
  ],
  resolve: {
    ...LIBRARIES,
    alias: [
      ...LIBRARIES.alias,
      // The library of react-admin's CSV export, which no screen offers.
      { find: 'jsonexport/dist/index.js', replacement: 'data:text/javascript,export default () => {}' },
      // Makes English labels of names that have no translation; ours have French ones.
      {
        find: 'inflection',
        replacement: `data:text/javascript,const same = (name) => name;${ENGLISH_WORDS.map((name) => `export { same as ${name} };`).join('')}`,
      },
      // What polyfills the function for browsers below the minimum, with sixteen libraries behind it.
      { find: 'object.entries', replacement: 'data:text/javascript,module.exports = Object.entries' },
    ],
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
            {
              name: 'contracts',
              test: /packages\/contracts\/src\/(?!reading|change-|delivery-labels|setting-names|alert-words|tell-message)/,
            },
            // Code that the other screens share, above all tables and forms. The rest, such as the text editor, is
            // loaded with the screens that need it; the reading of tables, labels and dropped files with the dialogs
            // that need them.
            {
              name: 'screens',
              minShareCount: 2,
              test: /^(?!.*\/(?:(?:tables|labels|jsbarcode|core-js|react-dropzone|file-selector|uqr)\/|(?:file-drop|image-input|extra-images-input|sign-in-link|qr-code)\.tsx))/,
            },
          ],
        },
      },
    },
  },
});
