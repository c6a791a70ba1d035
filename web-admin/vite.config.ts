import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

export default defineConfig({
  base: '/admin/',
  plugins: [react(), compression({ algorithms: ['gzip', 'brotliCompress'] })],
  // The editor's parts must share one core, of their own version.
  resolve: { dedupe: ['@tiptap/core', '@tiptap/pm'] },
  build: {
    // The framework is one file that changes with its versions only, not with our screens. What single screens need
    // beyond it, such as the text editor, comes with them.
    chunkSizeWarningLimit: 1300,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'vendor', test: /node_modules/, tags: ['$initial'] }],
        },
      },
    },
  },
});
