import type { Review } from '#contract/calls/office/review.ts'
import { formatCount } from '#contract/russian.ts'
import { useMoments } from '../moments.ts'
import { FollowUp } from '../tasks/FollowUp.tsx'
import { EndSessions } from './EndSessions.tsx'
import s from './History.module.css'

const outcomes: Readonly<Record<string, string>> = {
  offer: 'предложение',
  reject: 'отказ',
  refer: 'передано сотруднику',
}

type Line = Review['events'][number] & { readonly times: number }

/** Newest first; the same person doing the same again and again is one line */
function gathered(events: Review['events']): readonly Line[] {
  const lines: Line[] = []
  for (const event of [...events].reverse()) {
    const last = lines.at(-1)
    if (last && last.who === event.who && last.what === event.what && last.note === event.note)
      lines[lines.length - 1] = { ...last, times: last.times + 1 }
    else lines.push({ ...event, times: 1 })
  }
  return lines
}

/** What happened to the request, newest first, and the last decision */
export function History({ review: { id, events, decision }, open }: { review: Review; open: boolean }) {
  const moment = useMoments()
  return (
    <details className={s.history} open={open}>
      <summary>История ({events.length})</summary>
      {decision && (
        <p>
          Решение {moment(decision.at)}: {outcomes[decision.outcome] ?? decision.outcome}, правила {decision.rules}
          {decision.why.length > 0 && `; ${decision.why.join('; ')}`}
        </p>
      )}
      <ol>
        {gathered(events).map(({ at, who, what, note, times }) => (
          <li key={`${at} ${who} ${what}`}>
            <time dateTime={at}>{moment(at)}</time>
            <span>
              {what}
              {times > 1 && `, ${formatCount(times, 'раз', 'раза', 'раз')}`}
              <small>
                {who}
                {note && `, ${note}`}
              </small>
            </span>
          </li>
        ))}
      </ol>
      <div className={s.acts}>
        <FollowUp requestId={id} />
        <EndSessions requestId={id} />
      </div>
    </details>
  )
}
