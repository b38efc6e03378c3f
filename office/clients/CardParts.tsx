import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ClientCard } from '#contract/calls/office/clients.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { caseKinds, caseOutcomes } from '#contract/person/cases.ts'
import { levelNames } from '#contract/person/identity.ts'
import { formatCount, formatDays } from '#contract/russian.ts'
import { Tag } from '#ui/show/Tag.tsx'
import { useMoments } from '../moments.ts'
import { stateText } from '../stateText.ts'
import s from './Clients.module.css'
import { SignalItem } from './SignalItem.tsx'

type Props = { readonly card: ClientCard }

/** One part of the card; says so when there is nothing */
export function Part({ title, empty, children }: { title: string; empty: string | false; children: ReactNode }) {
  return (
    <section className={s.part}>
      <h2>{title}</h2>
      {empty ? <p className={s.none}>{empty}</p> : children}
    </section>
  )
}

export function Signals({ card: { id, signals } }: Props) {
  if (signals.length === 0) return null
  return (
    <ul className={s.signals} aria-label="Сигналы">
      {signals.map((signal) => (
        <li key={signal.kind}>
          <SignalItem signal={signal} from={id} />
        </li>
      ))}
    </ul>
  )
}

export function Known({ card: { known } }: Props) {
  const moment = useMoments()
  return (
    <Part title="Имена, документы, связь" empty={known.length === 0 && 'Ещё ничего не принято'}>
      <dl>
        {known.map(({ label, value, since }) => (
          <div key={`${label} ${value} ${since}`} className={s.row}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd>
              <small>с {moment(since)}</small>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

export function Identity({ card: { identity } }: Props) {
  const moment = useMoments()
  return (
    <Part title="Подтверждение личности" empty={identity.length === 0 && 'Поставщики личности не отвечали'}>
      <dl>
        {identity.map(({ label, level, at, goodUntil }) => (
          <div key={`${label} ${at}`} className={s.row}>
            <dt>{label}</dt>
            <dd>{levelNames[level]}</dd>
            <dd>
              <small>
                {moment(at)}, действует до {moment(goodUntil)}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

const outcomes: Readonly<Record<string, string>> = { offer: 'предложение', reject: 'отказ', refer: 'к сотруднику' }

export function Requests({ card: { requests } }: Props) {
  const moment = useMoments()
  return (
    <Part title={`Заявки (${requests.length})`} empty={requests.length === 0 && 'Заявок не было'}>
      <ul>
        {requests.map(({ id, product, amount, createdAt, sentAt, decisions, files, state }) => (
          <li key={id}>
            {sentAt ? <Link href={`/requests/${id}`}>…{id.slice(-8)}</Link> : <span>…{id.slice(-8)}, черновик</span>}
            <span>
              {product}, {formatRoubles(kopecks(amount))}
            </span>
            <Tag>{stateText[state]}</Tag>
            <small>
              {moment(createdAt)}
              {files > 0 && `, ${formatCount(files, 'снимок', 'снимка', 'снимков')}`}
              {decisions.map(
                ({ at, outcome, why }) => `; ${moment(at)} ${outcomes[outcome] ?? outcome}: ${why.join(', ')}`,
              )}
            </small>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const loanStates = { running: 'выдан', closed: 'погашен', returned: 'возвращён' } as const

export function Loans({ card: { loans } }: Props) {
  return (
    <Part title={`Займы (${loans.length})`} empty={loans.length === 0 && 'Займов не было'}>
      <ul>
        {loans.map(({ id, contract, state, principal, dueDate, total, overdueDays, payments }) => (
          <li key={id}>
            <span>
              № {contract}, {formatRoubles(kopecks(principal))}
            </span>
            <Tag tone={overdueDays > 0 ? 'bad' : 'plain'}>
              {overdueDays > 0 ? `просрочен на ${formatDays(overdueDays)}` : loanStates[state]}
            </Tag>
            {state === 'running' && (
              <span>
                долг {formatRoubles(kopecks(total))}, вернуть до {formatDate(dueDate as IsoDate, 'numeric')}
              </span>
            )}
            {payments.length > 0 && (
              <small>
                платежи:{' '}
                {payments
                  .map(
                    ({ date, amount }) => `${formatDate(date as IsoDate, 'numeric')} ${formatRoubles(kopecks(amount))}`,
                  )
                  .join('; ')}
              </small>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function Messages({ card: { messages } }: Props) {
  const moment = useMoments()
  return (
    <Part title="Сообщения" empty={messages.length === 0 && 'Сообщений не было'}>
      <ul>
        {messages.map(({ at, channel, text }) => (
          <li key={`${at} ${text}`}>
            <Tag>{channel === 'sms' ? 'СМС' : 'письмо'}</Tag>
            <span>{moment(at)}</span>
            <small>{text}</small>
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function Consents({ card: { consents } }: Props) {
  const moment = useMoments()
  return (
    <Part title="Согласия" empty={consents.length === 0 && 'Согласий нет'}>
      <ul>
        {consents.map(({ title, givenAt, withdrawnAt }) => (
          <li key={`${title} ${givenAt}`}>
            <span>{title}</span>
            <small>
              дано {moment(givenAt)}
              {withdrawnAt && `, отозвано ${moment(withdrawnAt)}`}
            </small>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** What other systems of the lender know of the person */
export function Told({ card: { told } }: Props) {
  const moment = useMoments()
  if (told.length === 0) return null
  return (
    <Part title="Из других систем" empty={false}>
      <ul>
        {told.map(({ at, system, kind, code, text }) => (
          <li key={`${at} ${system} ${code ?? ''} ${text}`}>
            {kind === 'mark' ? <Tag>{`${code}: ${text}`}</Tag> : <span>{text}</span>}
            <small>
              {system}, {moment(at)}
            </small>
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function Cases({ card: { cases } }: Props) {
  const moment = useMoments()
  if (cases.length === 0) return null
  return (
    <Part title={`Дела (${cases.length})`} empty={false}>
      <ul>
        {cases.map(({ id, kind, holds, state, openedAt, closed, words, about }) => (
          <li key={id}>
            <span>{caseKinds[kind]}</span>
            {kind === 'alike' && about && <Link href={`/clients/${about}`}>карточка …{about.slice(-8)}</Link>}
            {state !== 'closed' && <Tag tone={holds ? 'bad' : 'warn'}>{holds ? 'деньги ждут' : 'ждёт'}</Tag>}
            <small>
              {moment(openedAt)}
              {closed && `; ${moment(closed.at)} ${closed.by}: ${caseOutcomes[closed.outcome].toLowerCase()}`}
              {words && `. ${words}`}
            </small>
          </li>
        ))}
      </ul>
    </Part>
  )
}
