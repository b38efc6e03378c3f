/** Crumbs kept before an error, and reports kept until the sender is there (and then waiting to be sent) */
export const mostCrumbs = 100
export const mostWaiting = 64
export const longestMessage = 2048

export type Destination = { readonly dsn: string | undefined; readonly release: string }
export type Crumb = { readonly place: string; readonly details: unknown; readonly at: number }
