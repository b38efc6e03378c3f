import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Unseen } from '../Unseen.tsx'
import s from './Tabs.module.css'

type Tab<K extends string> = {
  readonly key: K
  readonly title: ReactNode
  readonly count?: number | string | undefined
}
type TabsProps<K extends string> = {
  label: string
  tabs: readonly Tab<K>[]
  value: K
  onChange(key: NoInfer<K>): void
  children: ReactNode
}

/** A row of tabs (arrow keys walk it) over one panel, `children` */
export function Tabs<K extends string>({ label, tabs, value, onChange, children }: TabsProps<K>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = (tabs.findIndex((tab) => tab.key === value) + step + tabs.length) % tabs.length
    const next = tabs[at]
    if (!next) return
    onChange(next.key)
    row.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <div className={s.tabs}>
      <div className={s.row} role="tablist" aria-label={label} ref={row} onKeyDown={walk}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            aria-selected={tab.key === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === value ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.title}
            {tab.count !== undefined && (
              <span className={s.count}>
                <Unseen>: </Unseen>
                {tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}
