import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Issue } from '#contract/errors.ts'
import type { Raw } from '#contract/step.ts'
import type { SummaryItem } from '../feedback/ErrorSummary.tsx'
import type { Bound } from '../fields/bound.ts'
import { afterTheTap, watchFingers } from './finger.ts'
import {
  afterAnswer,
  afterLeaving,
  afterSending,
  afterTyping,
  nothingShown,
  type Showing,
  seenErrors,
} from './shownErrors.ts'

export type Verdict<Answers> =
  | { readonly ok: true; readonly answers: Answers }
  | { readonly ok: false; readonly issues: readonly Issue[] }

export type FormOptions<Answers> = {
  /** What was typed so far: a draft. Another object later replaces what is on the screen */
  raw: Raw
  validate(raw: Raw): Verdict<Answers>
  /** Every change, with everything typed: autosave */
  onChange?: ((raw: Raw) => void) | undefined
  /** The form was sent and every answer is valid */
  onAccept?: ((answers: Answers, raw: Raw) => void) | undefined
}

/**
 * A form over raw answers. `<form {...form.element}>` holds fields such as `<TextField label="Фамилия"
 * {...form.text('surname')} />`; the button of the dock, outside the form, is `<Button {...form.button}>Далее</Button>`;
 * `<ErrorSummary {...form.summary} />` stands at the top.
 *
 * An error is first shown on leaving the field, checked anew while it is typed in, and all of them on sending.
 */
export function useForm<Answers>({ raw: given, validate, onChange, onAccept }: FormOptions<Answers>) {
  const id = useId()
  const summaryBox = useRef<HTMLDivElement>(null)
  const [raw, setRaw] = useState(given)
  const [showing, setShowing] = useState<Showing>(nothingShown)
  const [reported, setReported] = useState<readonly Issue[]>([])
  const latest = useRef(raw)
  const seenGiven = useRef(given)

  useEffect(watchFingers, [])

  // a draft from elsewhere (another tab, the server): not the echo of our own onChange
  if (given !== seenGiven.current) {
    seenGiven.current = given
    if (given !== latest.current) {
      latest.current = given
      setRaw(given)
    }
  }

  const verdict = validate(raw)
  const issues = verdict.ok ? [] : verdict.issues
  const errors = seenErrors(showing, issues, raw)
  const fieldId = (field: string) => `${id}-${field}`

  const patch = (change: Raw) => {
    const next = { ...latest.current, ...change }
    latest.current = next
    setRaw(next)
    setShowing((before) => afterTyping(before, Object.keys(change)))
    onChange?.(next)
  }
  const leave = (field: string) => afterTheTap(() => setShowing((before) => afterLeaving(before, field)))

  const report = (found: readonly Issue[], next: (before: Showing) => Showing) => {
    // drawn at once, so that there is a summary to focus
    flushSync(() => {
      setShowing(next)
      setReported(found)
    })
    summaryBox.current?.focus({ preventScroll: true })
    summaryBox.current?.scrollIntoView({ block: 'center' })
  }

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const now = validate(latest.current)
    if (now.ok) {
      setReported([])
      onAccept?.(now.answers, latest.current)
    } else report(now.issues, (before) => afterSending(before, now.issues))
  }

  const bind = <Value>(field: string, value: Value): Required<Bound<Value>> => ({
    id: fieldId(field),
    name: field,
    value,
    error: errors.get(field),
    onChange: (next) => patch({ [field]: kept(next) }),
    onBlur: () => leave(field),
  })

  return {
    raw,
    /** Everything wrong now, seen or not */
    issues,
    valid: verdict.ok,
    /** Text, masked text, date, phone, code, choice, select, suggestions: '' while nothing is there */
    text: (field: string) => bind(field, textOf(raw[field])),
    /** A figure of a range; `first` while nothing is there */
    number: (field: string, first: number) => bind(field, typeof raw[field] === 'number' ? raw[field] : first),
    /** A tick: false until ticked */
    tick: (field: string) => {
      const { value, ...rest } = bind(field, raw[field] === true)
      return { ...rest, checked: value }
    },
    /** Changes several answers at once: a picked suggestion */
    patch,
    /** Field errors the server answered with */
    setErrors: (found: readonly Issue[]) => report(found, (before) => afterAnswer(before, found, latest.current)),
    submit,
    element: { id, noValidate: true, onSubmit: submit },
    button: { type: 'submit', form: id } as const,
    summary: { ref: summaryBox, items: reported.map((issue) => summaryItem(issue, fieldId(issue.field), errors)) },
  }
}

export type Form = ReturnType<typeof useForm>

/** Keeps its place once fixed: a line that vanished while typing would move the field under the finger */
function summaryItem(issue: Issue, id: string, errors: ReadonlyMap<string, string>): SummaryItem {
  const now = errors.get(issue.field)
  return { id, message: now ?? issue.message, fixed: now === undefined }
}

const longestTyped = 5000

/** A book pasted by mistake is cut to what a call can carry; that it is too long is the field's to say */
function kept<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.slice(0, longestTyped) : value
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
