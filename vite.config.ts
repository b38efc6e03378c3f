import { existsSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { declaredSteps } from '#checks/setup/declaredSteps.ts'
import { brandRule } from '#contract/brandColours.ts'
import { publicLender, validateLender } from '#contract/lender.ts'

const here = (file: string) => new URL(`./${file}`, import.meta.url)

const pages = { client: 'client/index.html', office: 'office/index.html', trial: 'client/trial.html' } as const

const anyOf = (...files: readonly string[]) => new RegExp(files.join('|'))

/** Libraries of the first screen: they change seldom, so a new release of the app leaves them in the browser's cache */
const libraries = anyOf('node_modules/(react|react-dom|scheduler|wouter|regexparam)/')

/** Parts of nearly every screen, the start among them: nothing else belongs here, the first screen waits for it */
const everywhere = anyOf(
  'ui/base\\.css',
  'ui/(Unseen|classes|brand|icons|variables|services|actions|show/(ListRow|PricePanel))',
  'ui/frame/(Page|Card|Stack|Logo)',
  'ui/shell/(lender|reports|log|loadChunk|lazyScreen|clock|told|newKey|afterFirstPaint)',
  'ui/feedback/(CrashFallback|Notice)',
  'ui/fields/(FieldNotes|Range|Amount|Choice)\\.',
  'ui/request/(Calculator|keptWish)',
  'client/(start/(.*css|Screen|freeLoan)|(App|store|auth|inTime|polling|prefetch|cookies|devMode|requestsStore|gates/(heldRequest|NoAnswer|StepAuthGate))\\.tsx?|screens/RouteError|shell/(overlay|errorDialog|caller|Shell|LatePlaceholder)\\.)',
  'contract/(wish|money|dates|russian|spaces|zones|identifiers/phoneText)\\.ts',
)

/** Parts of nearly every screen but the start: fetched while it is read */
const further = anyOf(
  'ui/feedback/(Dialog|ErrorDialog|Overlay|Placeholder|Toasts|toast|modal)',
  'ui/fields/Field\\.',
  'ui/(callError|furtherDrawings|shell/(calls|redaction))',
  'contract/errors\\.ts',
)

/**
 * `vite build` makes `dist/` (client and office pages with their assets, `dist/.vite/manifest.json`);
 * `vite build --ssr client/prerender.tsx` makes `dist/ssr/`, the program that draws the start screen at build.
 * The gallery of parts is at /ui/gallery/index.html of the dev server only.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  root: import.meta.dirname,
  base: '/',
  appType: 'mpa',
  publicDir: isSsrBuild ? false : 'client/public',
  plugins: [react(), declaredSteps(import.meta.dirname), likeTheServer()],
  // React has had this hook of its own since 18
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // fields of classes are set, not defined: the few there are shadow nothing
  oxc: { assumptions: { setPublicClassFields: true } },
  // names to read while developing; what ships is short
  css: { modules: { generateScopedName: command === 'serve' ? '[name]-[local]-[hash:base64:4]' : '[hash:base64:5]' } },
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
            input: Object.fromEntries(Object.entries(pages).filter(([, file]) => existsSync(here(file)))),
            output: {
              entryFileNames: (chunk: { name: string }) =>
                chunk.name === 'office' ? 'office/assets/[name]-[hash].js' : 'assets/[name]-[hash].js',
              // parts that every screen has come in one piece, not in thirty
              codeSplitting: {
                groups: [
                  { name: 'libraries', test: libraries, priority: 3 },
                  { name: 'base', test: everywhere, priority: 2 },
                  { name: 'further', test: further, priority: 1 },
                ],
              },
              chunkFileNames: 'assets/[name]-[hash].js',
              assetFileNames: 'assets/[name]-[hash][extname]',
            },
          },
        }),
  },
  server: {
    port: 5173,
    proxy: {
      '^/(service|health|authenticated|metrics)(/|$)': { target: process.env.SERVER ?? 'http://127.0.0.1:8080' },
    },
  },
}))

/** In development: the two apps at their routes, and the data the server writes into their pages */
function likeTheServer(): Plugin {
  return {
    name: 'like-the-server',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use((request, _answer, next) => {
        const path = request.url?.split('?')[0] ?? '/'
        if (/^\/trial(\/|$)/.test(path)) request.url = '/client/trial.html'
        else if (/^\/office(\/[\w-]*)*$/.test(path)) request.url = '/office/index.html'
        else if (/^\/[\w-]*$/.test(path) && path !== '/authenticated') request.url = '/client/index.html'
        next()
      })
    },
    transformIndexHtml(html, { path }) {
      if (path.includes('gallery')) return html
      const data = { lender: demoLender(), settings: { release: 'development', production: false } }
      const scripts = Object.entries(data).map(([id, value]) => ({
        tag: 'script',
        attrs: { type: 'application/json', id },
        children: JSON.stringify(value).replace(/</g, '\\u003c'),
        injectTo: 'head' as const,
      }))
      const colours = { tag: 'style', children: brandRule(data.lender.brand), injectTo: 'head' as const }
      return { html, tags: [colours, ...scripts] }
    },
  }
}

function demoLender() {
  const verdict = validateLender(JSON.parse(readFileSync(here('config/lender.json'), 'utf8')))
  if (!verdict.ok) throw new Error(verdict.problems.map(({ field, message }) => `${field}: ${message}`).join('\n'))
  return publicLender(verdict.lender, {}, true)
}
