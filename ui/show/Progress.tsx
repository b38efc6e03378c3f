import { Unseen } from '../Unseen.tsx'
import s from './Progress.module.css'

/** The platform's progress bar: an upload, the way through the steps. `value` from 0 to 1; null: unknown */
export function Progress({ value, label }: { value: number | null; label: string }) {
  return (
    <label className={s.label}>
      <Unseen>{label}</Unseen>
      <progress className={s.bar} max={1} value={value ?? undefined} />
    </label>
  )
}
