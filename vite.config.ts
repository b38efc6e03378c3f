import { readdirSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const pages = {
  client: 'client/index.html',
  office: 'office/index.html',
} as const

const present = (file: string) =>
  readdirSync(new URL(`./${file.slice(0, file.lastIndexOf('/'))}`, import.meta.url)).includes(
    file.slice(file.lastIndexOf('/') + 1),
  )

/**
 * `vite build` makes `dist/` (client and office pages with their assets, `dist/.vite/manifest.json`);
 * `vite build --ssr client/prerender.tsx --outDir dist/ssr` makes the program that draws the start screen at build.
 * The gallery of parts is at /ui/gallery/index.html of the dev server only.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/',
  appType: 'mpa',
  publicDir: 'client/public',
  plugins: [react()],
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:4]' } },
  build: {
    outDir: isSsrBuild ? 'dist/ssr' : 'dist',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    sourcemap: false,
    // old Androids and iPhones; nothing newer may be needed to fill in a request
    target: isSsrBuild ? 'node24' : ['chrome80', 'safari13'],
    cssTarget: ['chrome80', 'safari13'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    ...(isSsrBuild
      ? {}
      : {
          rollupOptions: {
            input: Object.fromEntries(Object.entries(pages).filter(([, file]) => present(file))),
            output: {
              entryFileNames: (chunk: { name: string }) =>
                chunk.name === 'office' ? 'office/assets/[name]-[hash].js' : 'assets/[name]-[hash].js',
              chunkFileNames: 'assets/[name]-[hash].js',
              assetFileNames: 'assets/[name]-[hash][extname]',
            },
          },
        }),
  },
  server: { port: 5173, proxy: {} },
}))
