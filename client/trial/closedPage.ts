import { MemoryUpload } from './MemoryUpload.ts'
import { memoryDatabases } from './memoryDatabases.ts'
import { memoryStorage } from './memoryStorage.ts'

type Ways = { readonly fetch: typeof fetch; readonly EventSource: unknown }

/**
 * Puts stand-ins in the place of all by which a page keeps or sends something, so that the app runs as it is. Behind them stands
 * the page's own policy (`connect-src 'none'`): what were forgotten here would be refused by the browser.
 */
export function closePage({ fetch, EventSource }: Ways): void {
  const put = (of: object, name: string, value: unknown) =>
    Object.defineProperty(of, name, { configurable: true, value })
  put(window, 'fetch', fetch)
  put(window, 'EventSource', EventSource)
  put(window, 'XMLHttpRequest', MemoryUpload)
  put(window, 'localStorage', memoryStorage())
  put(window, 'sessionStorage', memoryStorage())
  put(window, 'indexedDB', memoryDatabases())
  // no app for offline use is kept by somebody who only looks
  put(navigator, 'serviceWorker', undefined)
}
