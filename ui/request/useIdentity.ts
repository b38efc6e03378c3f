import { useEffect, useRef } from 'react'
import { requestIdentity } from '#contract/calls/identity.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import type { FieldsProps } from '../services.ts'
import { useRead } from '../useRead.ts'
import { saysTheSame, typedByStep } from './identityValues.ts'

type Props = Pick<FieldsProps, 'requestId' | 'form'>

/**
 * «Заполнить через Госуслуги»: what a provider has said of this person fills the fields that are still empty, and `mark` says so under each. What was
 * typed otherwise stays, until the person takes the other.
 */
export function useIdentity({ requestId, form }: Props, step: number) {
  // nobody waits for it: without an answer the step is filled by hand as ever
  const { data: answer } = useRead(requestIdentity, { params: { id: requestId } })

  const record = answer?.record
  const typed = (record && typedByStep[step]?.(record.values)) ?? {}
  const fields = Object.keys(typed)
  const isEmpty = (field: string) => (form.raw[field] ?? '') === '' || form.raw[field] === false
  const filled = useRef(false)
  useEffect(() => {
    if (!record || filled.current) return
    filled.current = true
    const empty = fields.filter(isEmpty)
    if (empty.length > 0) form.patch(Object.fromEntries(empty.map((field) => [field, typed[field]])))
  })

  const same = (field: string) => typed[field] !== undefined && saysTheSame(form.raw[field], typed[field])
  const differing = fields.filter((field) => !isEmpty(field) && !same(field))
  const from = record && `${record.label}, ${formatDate(record.at.slice(0, 10) as IsoDate, 'short')}`

  return {
    /** For `IdentityNotice` */
    identity: {
      requestId,
      step,
      offered: record ? [] : (answer?.offered ?? []),
      from: fields.length > 0 ? from : undefined,
      differs: differing.length > 0,
      demanded: answer?.demanded ?? false,
      take: () => form.patch(Object.fromEntries(differing.map((field) => [field, typed[field]]))),
    },
    /** Under a field that says what was proven */
    proven: (field: string): string | undefined =>
      from && !differing.includes(field) && same(field) ? `Подтверждено: ${from}` : undefined,
  }
}
