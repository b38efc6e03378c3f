import { useEffect, useRef, useState } from 'react'
import { type PassportAnswer, passportReading } from '#contract/calls/passport.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { passportPhotoStep } from '#contract/flow.ts'
import { type FieldsProps, useServices } from '../services.ts'

const everyMs = 1000
/** A photo is read in a few seconds: nobody is kept waiting for one that is not. */
const patienceMs = 30_000

type Values = NonNullable<PassportAnswer['values']>
type Field = keyof Values

/** What was read, as a person would have typed it. */
const typed = (values: Values): Readonly<Record<Field, string>> => ({
  number: `${values.number.slice(0, 2)} ${values.number.slice(2, 4)} ${values.number.slice(4)}`,
  birthDate: formatDate(values.birthDate as IsoDate, 'numeric'),
  sex: values.sex,
  issuedOn: formatDate(values.issuedOn as IsoDate, 'numeric'),
  departmentCode: values.departmentCode,
})

const bare = (value: unknown) => String(value ?? '').replace(/[^\da-z]/g, '')

type Props = Pick<FieldsProps, 'requestId' | 'detail' | 'needed' | 'form'>

/**
 * «Сначала фото»: the photo of the passport may be taken before its values are typed. What is read of it fills the fields that are still
 * empty, and `mark` says so under each; when nothing is read, they are typed as ever.
 */
export function usePassportPhoto({ requestId, detail, needed, form }: Props, step: number, fields: readonly Field[]) {
  const { call } = useServices()
  const [answer, setAnswer] = useState<PassportAnswer>({ state: 'none' })
  const accepted = (number: number) => detail.steps.some((kept) => kept.number === number && kept.accepted)
  const photo = accepted(passportPhotoStep)
  const asks = photo && !accepted(step)
  const [lacking] = useState(() => fields.some((field) => (form.raw[field] ?? '') === ''))

  useEffect(() => {
    if (!asks) return
    const until = Date.now() + patienceMs
    let timer = 0
    let over = false
    async function ask(): Promise<void> {
      const now = await call(passportReading, { params: { id: requestId } }).catch(
        (): PassportAnswer => ({ state: 'unread' }),
      )
      if (over) return
      const late = now.state === 'reading' && Date.now() > until
      setAnswer(late ? { state: 'unread' } : now)
      if (now.state === 'reading' && !late) timer = window.setTimeout(() => void ask(), everyMs)
    }
    void ask()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [call, requestId, asks])

  const read = answer.values && typed(answer.values)
  const filled = useRef(false)
  useEffect(() => {
    if (!read || filled.current) return
    filled.current = true
    const empty = fields.filter((field) => (form.raw[field] ?? '') === '')
    if (empty.length > 0) form.patch(Object.fromEntries(empty.map((field) => [field, read[field]])))
  })

  /** Under a field whose value is the one that was read */
  const mark = (field: Field): string | undefined =>
    read && bare(form.raw[field]) === bare(read[field]) ? 'С фото паспорта: сверьте' : undefined
  // Everything was typed otherwise: there is nothing marked to speak of.
  const state = answer.state === 'read' && !fields.some(mark) ? 'none' : answer.state

  return {
    /** For `PassportNotice` */
    notice: {
      offered: lacking && !photo && !correcting(detail) && needed.some(({ number }) => number === passportPhotoStep),
      state: asks ? state : 'none',
    } as const,
    mark,
  }
}

const correcting = ({ request }: Props['detail']) => (request.returned?.length ?? 0) > 0
