import type { Browser, Page } from 'playwright-core'
import { newPerson, phone, type Watched } from '../e2e/browser.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { fillingTour } from './filling.ts'
import { laterTour } from './later.ts'
import { officeTour } from './office.ts'
import { visitorTour } from './visitor.ts'

export interface How {
  /** The slow looks too. */
  readonly every?: boolean
  /** What it shows is never the same: what a screen reader meets is not written down. */
  readonly rows?: boolean
}

/** Called on each screen in each state. */
export type Stop = (page: Page, name: string, how?: How) => Promise<void>

export interface Tour {
  readonly server: Running
  readonly browser: Browser
  readonly staff: Awaited<ReturnType<typeof staffSession>>
  readonly stop: Stop
  /** A new borrower, and a new member of the staff, each with a browser of their own. */
  readonly person: () => Promise<Watched>
  readonly staffPerson: () => Promise<Watched>
}

const wide = { width: 1280, height: 800 }

/** In this order: the office finds the request the filling has sent, and nobody else's before. */
export const parts = { visitor: visitorTour, later: laterTour, filling: fillingTour, office: officeTour }

/** A product of its own for a tour. */
export async function openTour(browser: Browser, stop: Stop): Promise<Tour & { close(): Promise<void> }> {
  // Open at every hour: what is met must not depend on when it is looked at.
  const server = await runServer({ lender: (lender) => ({ ...lender, hours: { opens: 0, closes: 24 } }) })
  return {
    server,
    browser,
    staff: await staffSession(server.url),
    stop,
    person: () => newPerson(browser, server.url, phone),
    staffPerson: () => newPerson(browser, server.url, wide),
    close: () => server.stop(),
  }
}
