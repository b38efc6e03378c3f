import '#ui/base.css'
import './trial.css'
import { flowSteps } from 'virtual:flow'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { readLender } from '#ui/shell/lender.ts'
import { newKey } from '#ui/shell/newKey.ts'
import { App } from '../App.tsx'
import { checkAuth } from '../auth.ts'
import { Banner } from './Banner.tsx'
import { closePage } from './closedPage.ts'
import { keepInside } from './keepInside.ts'
import { keepInventedEvidence } from './pictures.ts'
import { createRoutes } from './routes.ts'
import { createService } from './service.ts'
import { sentCode, trialPath } from './state.ts'
import { liveStreams } from './streams.ts'
import { createWorld } from './world.ts'

/**
 * The page of a trial: the borrower's own app in a page of its own, whose browser keeps and sends nothing. A page that is loaded anew, or
 * anywhere but at its beginning, is the end of the trial.
 */
if (location.pathname === trialPath) begin()
else location.replace('/')

function begin(): void {
  const place = document.getElementById('root')
  if (!place) throw new Error('the page has no root')
  const published = readLender(document)
  const lender = { ...published, flow: { ...published.flow, trial: false } }
  const streams = liveStreams()
  const world = createWorld({ lender, flow: flowSteps, now: () => new Date(), newId: newKey, changed: streams.tell })
  const routes = createRoutes(world, {
    sent: sentCode.set,
    created: (id, needed) => keepInventedEvidence(id, needed),
  })
  closePage({ fetch: createService(routes), EventSource: streams.EventSource })
  // whatever is kept for the start from here on is kept in memory
  localStorage.setItem('zayavka.wish', JSON.stringify({ purpose: lender.purposes[0]?.id }))
  keepInside()
  void checkAuth().then(() =>
    createRoot(place).render(
      <StrictMode>
        <Router base={trialPath}>
          <Banner />
          <App lender={lender} />
        </Router>
      </StrictMode>,
    ),
  )
}
