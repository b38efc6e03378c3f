import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react'
import type { Bound } from './bound.ts'
import s from './control.module.css'
import { Field, type Labelled } from './Field.tsx'

/** Attributes of the platform's input that a screen may set */
export type InputExtras = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'onBlur' | 'onInput' | 'id' | 'name' | 'className' | 'style' | 'ref' | 'defaultValue'
>

type TextFieldProps = Labelled & Bound<string> & InputExtras

/** One line of text */
export function TextField({ label, hint, aside, id, error, value, onChange, onBlur, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, hint, aside, id, error }}>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          {...rest}
          {...control}
          className={s.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  )
}

type TextAreaProps = Labelled & Bound<string> & { autoComplete?: string; maxLength?: number; placeholder?: string }

function fit(node: HTMLTextAreaElement | null): void {
  if (!node) return
  node.style.height = 'auto'
  node.style.height = `${node.scrollHeight + 2}px`
}

/** Text that may take several lines; grows with what is typed */
export function TextArea({ label, hint, aside, id, error, value, onChange, onBlur, ...rest }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => fit(area.current), [value])
  // And the width it has room in.
  useEffect(() => {
    const refit = () => fit(area.current)
    window.addEventListener('resize', refit)
    return () => window.removeEventListener('resize', refit)
  }, [])
  return (
    <Field {...{ label, hint, aside, id, error }}>
      {(control) => (
        <textarea
          rows={1}
          {...rest}
          {...control}
          ref={area}
          className={s.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  )
}
