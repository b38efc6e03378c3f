import type { PublicLender } from '#contract/lender.ts'

/** What the server writes into the page beside the lender */
export type Settings = {
  readonly release: string
  readonly production: boolean
}

/** Reads the public part of the lender's configuration from `<script type="application/json" id="lender">` */
export const readLender = (page: Document): PublicLender => readJson(page, 'lender') as PublicLender

export const readSettings = (page: Document): Settings => readJson(page, 'settings') as Settings

function readJson(page: Document, id: string): unknown {
  const text = page.getElementById(id)?.textContent
  if (!text) throw new Error(`the page carries no ${id}`)
  return JSON.parse(text)
}
