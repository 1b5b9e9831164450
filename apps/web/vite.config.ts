import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The API serves the bundle under its mount path, so all URLs in it are relative. */
export default defineConfig({
  base: './',
  root: import.meta.dirname,
  plugins: [react()],
  // A test tool installs an older React at the root, which the libraries would resolve first.
  resolve: { dedupe: ['react', 'react-dom'] },
  // The worker loads chunks.
  worker: { format: 'es' },
  build: {
    outDir: 'bundle',
    emptyOutDir: true,
    target: 'es2022',
    // The polyfill is an inline script, which the content security policy blocks.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // A browser does not try again to load the styles of a part that was shown without a connection.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Without groups, each set of pages that shares a module gets a file: 40 scripts for the editor instead of
          // 15, and 27 for the sign-in instead of 7, with more bytes in total.
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 8 },
          ],
        },
      },
    },
  },
});
