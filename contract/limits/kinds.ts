import type { Duration } from '../durations.ts'

/**
 * What is counted by. An IPv4 address is counted whole; of IPv6 the /64 one subscriber gets, and the /48 around it, as whoever has
 * one /64 usually has thousands. A device is a browser by our signed cookie, a
 * stranger the network of a browser that shows none. `everybody` is one counter for the whole product.
 */
export type LimitKey =
  | 'ipv4'
  | 'ipv6'
  | 'ipv6Site'
  | 'device'
  | 'stranger'
  | 'phone'
  | 'phoneOnDevice'
  | 'email'
  | 'account'
  | 'staff'
  | 'subject'
  | 'everybody'

/**
 * Where it is counted. `database`: by all servers together, and still after a restart; a query a call. `memory`: by each server, at
 * no cost, for what is only too dear or too noisy when there is too much of it.
 */
export type Counted = 'database' | 'memory'

export interface Figure {
  readonly by: LimitKey
  /** Hits a window; the window starts at the first. */
  readonly most: number
  readonly window: Duration
  readonly counted: Counted
}

export interface Limit {
  /** The calls it is for, in words. */
  readonly about: string
  readonly why: string
  /** Of calls of the office: the devices are those of the staff. */
  readonly office?: true
  readonly figures: Readonly<Record<string, Figure>>
}

export const figure = (by: LimitKey, most: number, window: string, counted: Counted): Figure => ({
  by,
  most,
  window: window as Duration,
  counted,
})

/**
 * By address, in three figures. A browser we know, one that has been signed in, is not counted here: those who share an address with
 * a stranger are not held back for the stranger.
 */
export const byAddress = (ipv4: number, ipv6: number, ipv6Site: number, window: string, counted: Counted) => ({
  ipv4: figure('ipv4', ipv4, window, counted),
  ipv6: figure('ipv6', ipv6, window, counted),
  ipv6Site: figure('ipv6Site', ipv6Site, window, counted),
})
