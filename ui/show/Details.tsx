import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../icons.tsx'
import s from './Details.module.css'

type DetailsProps = {
  title: ReactNode
  children: ReactNode
  id?: string | undefined
  /** Open from the start, and scrolled to */
  open?: boolean | undefined
  /** Draws what is inside only once it is opened: a text that must be fetched */
  lazy?: boolean | undefined
}

/** A question that opens into its answer: the platform's own */
export function Details({ title, children, id, open = false, lazy = false }: DetailsProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const [opened, setOpened] = useState(open)
  useEffect(() => {
    if (open) box.current?.scrollIntoView({ block: 'start' })
  }, [open])
  return (
    <details ref={box} id={id} className={s.details} open={open} onToggle={() => setOpened(true)}>
      <summary>
        {title}
        <Icon name="down" size={18} />
      </summary>
      {(opened || !lazy) && <div className={s.inside}>{children}</div>}
    </details>
  )
}
