import type { Review } from '#contract/calls/office.ts'
import { useMoments } from '../moments.ts'
import s from './History.module.css'

const outcomes: Readonly<Record<string, string>> = {
  offer: 'предложение',
  reject: 'отказ',
  refer: 'передано сотруднику',
}

/** What happened to the request, newest first, and the last decision */
export function History({ review: { events, decision }, open }: { review: Review; open: boolean }) {
  const moment = useMoments()
  return (
    <details className={s.history} open={open}>
      <summary>История ({events.length})</summary>
      {decision && (
        <p>
          Решение {moment(decision.at)}: {outcomes[decision.outcome] ?? decision.outcome}, правила {decision.rules}
          {decision.reasons.length > 0 && `; ${decision.reasons.join('; ')}`}
        </p>
      )}
      <ol>
        {[...events].reverse().map(({ at, who, what, note }) => (
          <li key={`${at} ${who} ${what}`}>
            <time dateTime={at}>{moment(at)}</time>
            <span>
              {what}
              <small>
                {who}
                {note && `, ${note}`}
              </small>
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
