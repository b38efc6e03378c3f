// The app without a network: its page and its hashed assets, nothing else. No answer of the server and nothing personal is kept.
// `checks/setup/serviceWorker.ts` puts the release's name, files and pages in.
const cacheName = 'app-__RELEASE__'
const files = __FILES__
const shell = '/'
const pages = __PAGES__
const assets = /^\/(assets\/[^/]+|favicon\.svg)$/
const patience = 4000

addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([shell, ...files])))
})

// No skipWaiting: an open page goes on with the files of its own release until it is closed or opened anew. A page is asked of
// the network first, so a new release is there with the next opening, and nothing typed is lost to it.
addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))),
  )
})

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate') {
    if (pages.includes(pathname)) event.respondWith(page(event.request))
  } else if (assets.test(pathname)) event.respondWith(asset(event.request))
})

/** The page from the network; where there is none, or none in time, the kept one: all routes are drawn by the same page. */
async function page(request) {
  const kept = caches.match(shell)
  const late = new Promise((resolve) => setTimeout(resolve, patience))
  const fresh = fetch(request)
  const answer = await Promise.race([fresh, late]).catch(() => undefined)
  return answer ?? (await kept) ?? fresh
}

/** Named by its contents: what is kept is right for ever. */
async function asset(request) {
  return (await caches.match(request)) ?? fetch(request)
}
