import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Issue } from '#contract/errors.ts'
import { focusField } from '../feedback/focusField.ts'

/** Errors of fields by name, for a form that keeps its values itself: `<TextField label="Причина" {...field('reason')} … />` */
export function useFieldErrors() {
  const id = useId()
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const idOf = (name: string) => `${id}-${name}`
  /** «addresses.0» stands at the field «addresses» */
  const placeOf = ({ field }: Issue): HTMLElement | null => {
    const parts = field.split('.')
    for (; parts.length > 0; parts.pop()) {
      const place = document.getElementById(idOf(parts.join('.')))
      if (place) return place
    }
    return null
  }

  return {
    field: (name: string) => ({
      id: idOf(name),
      name,
      error: issues.find(({ field }) => `${field}.`.startsWith(`${name}.`))?.message,
    }),
    /** Shows each under its field; the first of these on the screen has the focus. Answers those the form has no field for */
    show(found: readonly Issue[]): readonly Issue[] {
      // drawn at once, so that the field is read out with its error
      flushSync(() => setIssues(found))
      const places = found.map(placeOf)
      const [first] = places
        .flatMap((place) => place ?? [])
        .sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
      if (first) focusField(first.id)
      return found.filter((_, at) => !places[at])
    },
    clear: () => setIssues([]),
  }
}
