import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The API serves the bundle below its mount path, so every address in it is relative. */
export default defineConfig({
  base: './',
  root: import.meta.dirname,
  plugins: [react()],
  // A tool of the tests brings an older React, which lies where the libraries look first.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: 'bundle',
    emptyOutDir: true,
    target: 'es2022',
    // Preloads come as a script of their own otherwise, which a strict policy would have to name.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_200,
  },
});
