/** Crumbs kept before an error, and reports kept until the sender is there, then until the network is; the oldest give way */
export const mostCrumbs = 100
export const mostWaiting = 64
export const longestMessage = 2048

export type Crumb = { readonly place: string; readonly details: unknown; readonly at: number }
