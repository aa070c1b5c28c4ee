import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { paintedShell } from './painted-shell.ts'

/** The dashboard's server sends a strict content security policy: no inline script, style or data: font. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  plugins: [paintedShell()],
  // Whatever the caller's own mode is: tests and users get the same, small build.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: 'chrome123',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Whoever starts a dashboard on a busy machine need not read how long plugins took.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
