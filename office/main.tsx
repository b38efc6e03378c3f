import '#ui/base.css'
import './office.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CrashFallback } from '#ui/feedback/CrashFallback.tsx'
import { furtherDrawings } from '#ui/furtherDrawings.tsx'
import { addDrawings } from '#ui/icons.tsx'
import { readLender, readSettings } from '#ui/shell/lender.ts'
import { startReports } from '#ui/shell/reports.ts'
import { App } from './App.tsx'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')
const root = createRoot(place)
addDrawings(furtherDrawings)

try {
  startReports(readSettings(document).release)
  const lender = readLender(document)
  root.render(
    <StrictMode>
      <App lender={lender} />
    </StrictMode>,
  )
} catch (error) {
  root.render(<CrashFallback />)
  throw error
}
