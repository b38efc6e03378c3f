import { classes } from '../classes.ts'
import { Unseen } from '../Unseen.tsx'
import s from './Track.module.css'

const stages = ['Заявка', 'Проверка', 'Условия', 'Деньги'] as const

/** The four stages of a request; `at` counts from 0, 4 is "all done" */
export function Track({ at }: { at: 0 | 1 | 2 | 3 | 4 }) {
  return (
    <ol className={s.track}>
      {stages.map((stage, place) => (
        <li
          key={stage}
          className={classes(place < at && s.done, place === at && s.now)}
          aria-current={place === at ? 'step' : undefined}
        >
          {stage}
          {place < at && <Unseen>: пройдено</Unseen>}
        </li>
      ))}
    </ol>
  )
}
