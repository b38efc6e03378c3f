import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Unseen } from '../Unseen.tsx'
import type { Bound } from './bound.ts'
import control from './control.module.css'
import { Field, type Labelled } from './Field.tsx'
import s from './Suggest.module.css'
import type { InputExtras } from './TextField.tsx'
import { useSuggestions } from './useSuggestions.ts'

export type Suggestion = {
  /** Goes into the field when picked */
  readonly value: string
  /** Shown in the list instead of the value */
  readonly label?: ReactNode
  readonly hint?: ReactNode
}

type SuggestProps<Item extends Suggestion> = Labelled &
  Bound<string> &
  InputExtras & {
    /** Looks suggestions up; the signal aborts when the text has changed. A failure means none: typing goes on */
    find(text: string, signal: AbortSignal): Promise<readonly Item[]>
    onPick?: ((item: Item) => void) | undefined
    /** Letters to wait for before asking */
    from?: number | undefined
  }

/** Text with suggestions (WAI-ARIA combobox, list autocomplete, manual selection): any text may be left as typed */
export function Suggest<Item extends Suggestion>(props: SuggestProps<Item>) {
  const { find, onPick, from = 3, label, hint, aside, id, error, value, onChange, onBlur, ...rest } = props
  const { found, open, setOpen, look } = useSuggestions(find, from)
  const [at, setAt] = useState(-1)

  const close = () => {
    setOpen(false)
    setAt(-1)
  }
  const type = (text: string) => {
    onChange(text)
    setAt(-1)
    look(text)
  }
  const pick = (item: Item) => {
    onChange(item.value)
    onPick?.(item)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const current = found[at]
    if (step && found.length > 0) {
      setOpen(true)
      setAt(at < 0 && step < 0 ? found.length - 1 : (at + step + found.length) % found.length)
    } else if (event.key === 'Enter' && open && current) pick(current)
    else if (event.key === 'Escape' && open) close()
    else return
    event.preventDefault()
  }

  return (
    <Field {...{ label, hint, aside, id, error }}>
      {(bound) => (
        <div className={s.box}>
          <input
            type="text"
            autoComplete="off"
            {...rest}
            {...bound}
            className={control.control}
            role="combobox"
            aria-expanded={open}
            aria-controls={`${bound.id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && at >= 0 ? `${bound.id}-${at}` : undefined}
            value={value}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            // what can be known before a letter is typed is offered at once
            onFocus={() => from === 0 && value === '' && look('')}
            onBlur={() => {
              close()
              onBlur?.()
            }}
          />
          {/* pressing the list must not take the focus: the field would close it before the tap lands */}
          <div
            id={`${bound.id}-list`}
            role="listbox"
            aria-label="Подсказки"
            hidden={!open}
            className={s.list}
            onMouseDown={(event) => event.preventDefault()}
          >
            {found.map((item, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, by aria-activedescendant
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: two houses may read the same
                key={`${place}-${item.value}`}
                id={`${bound.id}-${place}`}
                role="option"
                aria-selected={place === at}
                tabIndex={-1}
                className={s.item}
                onClick={() => pick(item)}
              >
                {item.label ?? item.value}
                {item.hint && <small>{item.hint}</small>}
              </div>
            ))}
          </div>
          <Unseen live>{open ? `Подсказок: ${found.length}` : ''}</Unseen>
        </div>
      )}
    </Field>
  )
}
