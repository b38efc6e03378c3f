import { type Ref, useId } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icons.tsx'
import { Unseen } from '../Unseen.tsx'
import s from './ErrorSummary.module.css'
import { focusField } from './focusField.ts'

export type SummaryItem = {
  /** The id of the control, given by the form */
  readonly id: string
  readonly message: string
  /** Corrected since: stays in its place, marked, so that the page does not move while typing */
  readonly fixed?: boolean | undefined
}

type ErrorSummaryProps = { items: readonly SummaryItem[]; title?: string | undefined; ref?: Ref<HTMLDivElement> }

/** All that is wrong, above the form; each line leads to its field. Draws nothing when there is nothing */
export function ErrorSummary({ items, title, ref }: ErrorSummaryProps) {
  const id = useId()
  if (items.length === 0) return null
  const done = items.every(({ fixed }) => fixed)
  const words = title ?? (items.length === 1 ? 'Поправьте одно поле' : 'Поправьте отмеченные поля')
  return (
    <div ref={ref} className={classes(s.summary, done && s.done)} role="alert" aria-labelledby={id} tabIndex={-1}>
      <h2 id={id}>{done ? 'Всё поправлено' : words}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id} className={item.fixed ? s.fixed : undefined}>
            <Icon name={item.fixed ? 'check' : 'next'} size={16} />
            <a
              href={`#${item.id}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(item.id)
              }}
            >
              {item.message}
              {item.fixed && <Unseen>, исправлено</Unseen>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
