import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

export default defineConfig({
  base: '/admin/',
  plugins: [react(), compression({ include: /\.(?:html|css|js|svg|wasm)$/, algorithms: ['gzip', 'brotliCompress'] })],
  // The editor's parts must share one core, of their own version.
  resolve: { dedupe: ['@tiptap/core', '@tiptap/pm'] },
  build: {
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the first screen needs: one file that changes with our screens, and one with its versions only.
            { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
            { name: 'shell', tags: ['$initial'] },
            // What the other screens share, tables and forms above all. The rest, such as the text editor, comes with the
            // one screen that needs it.
            { name: 'screens', minShareCount: 2 },
          ],
        },
      },
    },
  },
});
