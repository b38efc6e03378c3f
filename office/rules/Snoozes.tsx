import { Link } from 'wouter'
import { confirmSnooze, endSnooze, ruleSnoozes, type Snooze } from '#contract/calls/office/ruleSnoozes.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { hasRight } from '#contract/roles.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { useStaff } from '../session.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'
import s from './Rules.module.css'

/** Rules that are silent of one person until a day; of all of them, or of one */
export function Snoozes({ client }: { client?: string }) {
  const { data, mutate } = useRead(ruleSnoozes, { query: client ? { client } : {} })
  if (!data || data.items.length === 0) return null
  return (
    <section className={s.part}>
      <h2>Отложенные правила</h2>
      {data.items.map((snooze) => (
        <One key={snooze.id} snooze={snooze} linked={!client} again={() => void mutate()} />
      ))}
    </section>
  )
}

function One({ snooze, linked, again }: { snooze: Snooze; linked: boolean; again(): void }) {
  const me = useStaff()
  const { busy, act } = useAct()
  const { id, client, rule, until, reason, askedBy, confirmedBy, waits, mayConfirm } = snooze
  const run = (work: () => Promise<unknown>, done: string) =>
    act(async () => {
      await work()
      again()
      return done
    })
  return (
    <div className={s.row}>
      <span />
      <div className={s.words}>
        <strong>
          {rule} <Tag tone={waits ? 'warn' : 'good'}>{waits ? 'ждёт второго' : 'отложено'}</Tag>
        </strong>
        <span>{reason}</span>
        <small>
          до {formatDate(until as IsoDate, 'numeric')}; {askedBy}
          {confirmedBy && ` и ${confirmedBy}`}
          {linked && (
            <>
              ; <Link href={`/clients/${client}`}>карточка клиента</Link>
            </>
          )}
        </small>
      </div>
      <div className={s.acts}>
        {mayConfirm && (
          <Button
            small
            wide={false}
            busy={busy}
            onClick={() => void run(() => makeCall(confirmSnooze, { params: { id } }), 'Правило отложено')}
          >
            Подтвердить
          </Button>
        )}
        {(hasRight(me, 'rules.edit') || hasRight(me, 'rules.approve')) && (
          <Button
            small
            kind="quiet"
            wide={false}
            busy={busy}
            onClick={() =>
              void run(() => makeCall(endSnooze, { params: { id } }), waits ? 'Отсрочка отклонена' : 'Отсрочка снята')
            }
          >
            {waits ? 'Отклонить' : 'Снять'}
          </Button>
        )}
      </div>
    </div>
  )
}
