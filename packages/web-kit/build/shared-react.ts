import { createRequire } from 'node:module';
import { build, esmExternalRequirePlugin, type Plugin } from 'vite';

const MODULES = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

const ENTRY = 'shared-react';

/**
 * Builds React as one file for both sites, under a name that changes with its content: whoever goes from one site to the
 * other has it already (decision 0017). The site that owns the addresses at / carries the file, every other asks for it
 * there. Development and tests import React as usual.
 */
export function sharedReact({ carriesFile }: { carriesFile: boolean }): Plugin {
  let file: { name: string; code: string };
  return {
    name: 'shared-react',
    apply: 'build',
    async config() {
      file = await buildReact();
      const address = `/${file.name}`;
      return {
        build: {
          rolldownOptions: {
            // Also for packages in CommonJS, which call require('react').
            plugins: [esmExternalRequirePlugin({ external: MODULES })],
            output: { paths: Object.fromEntries(MODULES.map((name) => [name, address])) },
          },
        },
      };
    },
    buildStart() {
      if (carriesFile) this.emitFile({ type: 'asset', fileName: file.name, source: file.code });
    },
    transformIndexHtml: () => [
      {
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file.name}` },
        injectTo: 'head',
      },
    ],
  };
}

async function buildReact() {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [
      { name: ENTRY, resolveId: (id) => (id === ENTRY ? id : null), load: (id) => (id === ENTRY ? entry() : null) },
    ],
    build: {
      write: false,
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'assets/react-[hash].js', codeSplitting: false },
      },
    },
  });
  const [chunk] = 'output' in result ? result.output : [];
  if (!chunk) throw new Error('React has not been built');
  return { name: chunk.fileName, code: chunk.code };
}

/**
 * React's packages are CommonJS: bundlers cannot tell what they export, so every name is written out. A name that two of
 * them have (Fragment, version) is the same thing in both.
 */
function entry(): string {
  const require = createRequire(import.meta.url);
  const owners = new Map(MODULES.flatMap((module) => Object.keys(require(module)).map((name) => [name, module])));
  const exports = Array.from(owners, ([name, module]) => `export const ${name} = require('${module}').${name};`);
  return [...exports, `export default { ...require('react'), ...require('react-dom') };`].join('\n');
}
