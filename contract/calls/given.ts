import * as z from 'zod/mini'
import { parseDate } from '../dateReading.ts'

/** A day there is, `YYYY-MM-DD`: what looks like one and is none (`2026-02-30`) is refused here and never compared or kept. */
export const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Дата в виде ГГГГ-ММ-ДД', abort: true }),
  z.refine((text) => parseDate(text) !== null, 'Такой даты нет'),
)

/** A moment with its offset (RFC 3339), of the years a database takes. */
export const moment = z.string().check(
  z.iso.datetime({ offset: true, error: 'Момент как 2026-12-01T09:00Z', abort: true }),
  z.refine((text) => Date.parse(text) >= 0 && Date.parse(text) < Date.UTC(10_000, 0), 'Такого времени нет'),
)
