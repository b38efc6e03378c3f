import '#ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CrashFallback } from '#ui/feedback/CrashFallback.tsx'
import { App } from './App.tsx'
import { checkAuth } from './auth.ts'
import { startCore } from './core.ts'
import { dropStartPicture } from './startPicture.ts'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')
const root = createRoot(place)
if (location.pathname !== '/') dropStartPicture()

try {
  const lender = startCore()
  const draw = () =>
    root.render(
      <StrictMode>
        <App lender={lender} />
      </StrictMode>,
    )
  // mostly the page has its answer by now, and the first screen is drawn once, not twice
  void Promise.race([checkAuth(), new Promise((go) => setTimeout(go))]).then(draw)
} catch (error) {
  dropStartPicture()
  root.render(<CrashFallback />)
  throw error
}
