import '../base.css'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../actions/Button.tsx'
import { Toasts } from '../feedback/Toasts.tsx'
import { Page } from '../frame/Page.tsx'
import { Soft } from '../frame/Stack.tsx'
import { Tabs } from '../frame/Tabs.tsx'
import { furtherDrawings } from '../furtherDrawings.tsx'
import { addDrawings } from '../icons.tsx'
import { CaptureSheet } from './CaptureSheet.tsx'
import { DeskSheet } from './DeskSheet.tsx'
import { FeedbackSheet } from './FeedbackSheet.tsx'
import { FieldsSheet } from './FieldsSheet.tsx'
import s from './gallery.module.css'
import { OfferSheet } from './OfferSheet.tsx'
import { OfficeSheet } from './OfficeSheet.tsx'
import { SigningSheet } from './SigningSheet.tsx'
import { StartSheet } from './StartSheet.tsx'
import { StepSheet } from './StepSheet.tsx'
import { Shown } from './shown.tsx'

addDrawings(furtherDrawings)

/** One sheet a screen: `?sheet=fields&theme=dark&text=200` */
const sheets = {
  start: StartSheet,
  step: StepSheet,
  desk: DeskSheet,
  offer: OfferSheet,
  fields: FieldsSheet,
  signing: SigningSheet,
  capture: CaptureSheet,
  feedback: FeedbackSheet,
  office: OfficeSheet,
} as const

type SheetName = keyof typeof sheets

const names = Object.keys(sheets) as SheetName[]
const query = new URLSearchParams(location.search)

/** The theme of choice, whatever the system's: the rules for the dark hold always or never. */
function wear(theme: string): void {
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSMediaRule && (dark.has(rule) || /prefers-color-scheme: dark/.test(rule.conditionText))) {
        dark.add(rule)
        rule.media.mediaText = theme === 'dark' ? 'all' : 'not all'
      }
}

const dark = new WeakSet<CSSMediaRule>()

function Gallery() {
  const [sheet, setSheet] = useState<SheetName>('start')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [large, setLarge] = useState(false)
  useEffect(() => {
    wear(theme)
    document.documentElement.style.fontSize = large ? '200%' : ''
  }, [theme, large])
  const Sheet = sheets[sheet]
  return (
    <Page title="Части" wide>
      <Soft>Каждая часть в каждом состоянии. Имена и номера выдуманы.</Soft>
      <div className={s.knobs}>
        <Button small kind="soft" onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')}>
          {theme === 'light' ? 'Тёмная' : 'Светлая'}
        </Button>
        <Button small kind="soft" onClick={() => setLarge(!large)}>
          Текст {large ? '100 %' : '200 %'}
        </Button>
      </div>
      <Tabs
        label="Листы"
        tabs={names.map((name) => ({ key: name, title: name }))}
        value={sheet}
        onChange={(key) => setSheet(key)}
      >
        <div className={sheet === 'office' ? undefined : s.phone}>
          <Sheet />
        </div>
      </Tabs>
    </Page>
  )
}

function Alone({ name }: { name: SheetName }) {
  const Sheet = sheets[name]
  return <Sheet />
}

const alone = names.find((name) => name === query.get('sheet'))
const asked = query.get('theme')
if (asked) wear(asked)
if (query.get('text')) document.documentElement.style.fontSize = `${query.get('text')}%`
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Shown>{alone ? <Alone name={alone} /> : <Gallery />}</Shown>
      <Toasts />
    </StrictMode>,
  )
