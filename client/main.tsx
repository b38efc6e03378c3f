import '#ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CrashFallback } from '#ui/feedback/CrashFallback.tsx'
import { App } from './App.tsx'
import { checkAuth } from './auth.ts'
import { startCore } from './core.ts'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')
const root = createRoot(place)
// drawn by the server for the start only; without a network the kept page brings it everywhere
const picture = document.getElementById('start')
if (location.pathname !== '/') picture?.remove()

try {
  const lender = startCore()
  const draw = () =>
    root.render(
      <StrictMode>
        <App lender={lender} />
      </StrictMode>,
    )
  // mostly the page has its answer by now, and the first screen is drawn once, not twice. Over the start's picture nothing is drawn
  // before the gate has an answer, or knows that there is none
  const known = checkAuth()
  void (
    picture?.isConnected
      ? known.then(() => window.startReleased?.())
      : Promise.race([known, new Promise((go) => setTimeout(go))])
  ).then(draw)
} catch (error) {
  picture?.remove()
  root.render(<CrashFallback />)
  throw error
}
