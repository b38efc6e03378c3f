import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import type { Product, PublicLender } from '#contract/lender.ts'
import { dateInZone } from '#contract/zones.ts'
import { BrandContext } from '#ui/brand.ts'
import { type Services, ServicesContext } from '#ui/services.ts'
import Start from './start/Screen.tsx'

const never = () => {
  throw new Error('a prerendered screen may not act')
}

/**
 * The start screen as HTML, for the place of `<!--start-->` in `client/index.html`: what a visitor sees before the scripts
 * have come, a picture of each product with the first one shown; `start/alive.ts` moves them. Without styles of its own and without
 * inline attributes that the policy forbids. `now` by the server's clock.
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
  const picture = ({ id, amount, term }: Product) =>
    renderToStaticMarkup(
      <ServicesContext value={services}>
        <BrandContext value={lender.brand}>
          <Router ssrPath="/">
            <Start authStatus="no_auth" drawn={{ product: id, amount: amount.start, term: term.start }} />
          </Router>
        </BrandContext>
      </ServicesContext>,
      { identifierPrefix: id },
    )
      // React lifts the title to the front; the page has its own
      .replace(/<title>[^<]*<\/title>/, '')
      // without `alive.ts` a slider would move and leave its price behind
      .replaceAll('<input ', '<input disabled="" ')
  const today = dateInZone(now, lender.zone)
  return lender.products
    .map((product, place) => {
      const hidden = place > 0 ? ' hidden' : ''
      return `<div data-product="${product.id}" data-today="${today}"${hidden}>${picture(product)}</div>`
    })
    .join('')
}
