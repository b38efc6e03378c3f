import { trustedScript } from '#ui/shell/trustedScript.ts'

/** Keeps the app on the device, so that it opens without a network. A browser that cannot goes on without. */
export async function keepForOffline(): Promise<void> {
  try {
    if (import.meta.env.DEV) {
      const workers = await navigator.serviceWorker.getRegistrations()
      await Promise.all(workers.map((worker) => worker.unregister()))
      return
    }
    await navigator.serviceWorker.register(trustedScript('/sw.js'), { updateViaCache: 'none' })
  } catch {
    // no workers here, a private window, or not a secure page
  }
}
