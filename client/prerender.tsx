import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import type { PublicLender } from '#contract/lender.ts'
import { BrandContext } from '#ui/brand.ts'
import { type Services, ServicesContext } from '#ui/services.ts'
import Start from './start/Screen.tsx'

const never = () => {
  throw new Error('a prerendered screen may not act')
}

/**
 * The start screen as HTML, for the place of `<!--start-->` in `client/index.html`: what a visitor sees before the scripts
 * have come. Without styles of its own and without inline attributes that the policy forbids. `now` by the server's clock.
 */
export function renderStart(lender: PublicLender, now: Date): string {
  const services: Services = {
    call: never,
    newKey: never,
    go: never,
    lender,
    requests: null,
    mainRequest: null,
    requestsFailure: null,
    holdRequest: never,
    refresh: never,
    leave: never,
    overlay: never,
    showError: never,
    toast: never,
    now: () => now,
  }
  const html = renderToStaticMarkup(
    <ServicesContext value={services}>
      <BrandContext value={lender.brand}>
        <Router ssrPath="/">
          <Start authStatus="no_auth" />
        </Router>
      </BrandContext>
    </ServicesContext>,
  )
  // React lifts the title to the front; the page has its own. What only the programs bring to life waits for them: a slider that
  // moved here would leave its price behind
  return html.replace(/<title>[^<]*<\/title>/, '').replaceAll('<input ', '<input disabled="" ')
}
