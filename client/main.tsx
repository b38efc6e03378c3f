import '#ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CrashFallback } from '#ui/feedback/CrashFallback.tsx'
import { App } from './App.tsx'
import { startCore } from './core.ts'
import { dropStartPicture } from './startPicture.ts'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')
const root = createRoot(place)
if (location.pathname !== '/') dropStartPicture()

try {
  const lender = startCore()
  root.render(
    <StrictMode>
      <App lender={lender} />
    </StrictMode>,
  )
} catch (error) {
  dropStartPicture()
  root.render(<CrashFallback />)
  throw error
}
