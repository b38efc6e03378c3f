import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import {
  bringBackRules,
  decideRuleTurn,
  type RuleBook,
  type RuleTurn,
  ruleBook,
  startRuleDraft,
} from '#contract/calls/office/workbench.ts'
import { hasRight } from '#contract/roles.ts'
import { type VersionKind, versionKinds } from '#contract/versions/kinds.ts'
import { Button } from '#ui/actions/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Details } from '#ui/show/Details.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { Trouble } from '../frame/Trouble.tsx'
import { useMoments } from '../moments.ts'
import { useStaff } from '../session.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'
import { AskForce } from './AskForce.tsx'
import { Differences } from './Differences.tsx'
import s from './Rules.module.css'

type Part = { book: RuleBook; again(): void }

type Props = { kind: VersionKind; onTurned(): void }

/** Versions of the decision rules, the tariffs or the calendar: what waits for the second word, drafts, and those that were in force */
export function Versions({ kind, onTurned }: Props) {
  const { data, error, mutate } = useRead(ruleBook, { query: { kind } })
  // an answer that failed later takes nothing off the screen: somebody may be typing
  if (error && !data) return <Trouble error={error} onAgain={() => void mutate()} />
  if (!data) return null
  const again = () => {
    void mutate()
    onTurned()
  }
  return (
    <section className={s.part}>
      <h2>{versionKinds[kind]}: версии</h2>
      <Waiting book={data} again={again} />
      <Drafts kind={kind} book={data} />
      <Past kind={kind} book={data} again={again} />
    </section>
  )
}

function Waiting({ book, again }: Part) {
  const waiting = book.turns.filter(({ state, ahead }) => state === 'asked' || ahead)
  return waiting.map((turn) => <Turn key={turn.id} turn={turn} book={book} again={again} />)
}

function Turn({ turn, again }: Part & { turn: RuleTurn }) {
  const me = useStaff()
  const moment = useMoments()
  const { busy, act } = useAct()
  const decide = (confirm: boolean) =>
    act(async () => {
      await makeCall(decideRuleTurn, { params: { id: turn.id }, body: { confirm } })
      again()
      return confirm ? 'Версия введена' : 'Отклонено'
    })
  return (
    <div className={s.row}>
      <span />
      <div className={s.words}>
        <strong>
          {turn.draft ? <Link href={`/rules/${turn.draft}`}>{turn.version}</Link> : turn.version}{' '}
          <Tag tone="warn">{turn.ahead ? 'вступит в силу' : 'ждёт второго'}</Tag>
        </strong>
        <span>{turn.reason}</span>
        <small>
          {turn.askedBy}, {moment(turn.askedAt)}; действует с {moment(turn.from)}
          {turn.decidedBy && `; подтвердил(а) ${turn.decidedBy}`}
        </small>
      </div>
      <div className={s.acts}>
        {turn.mayDecide && (
          <Button small wide={false} busy={busy} onClick={() => void decide(true)}>
            Подтвердить
          </Button>
        )}
        {(hasRight(me, 'rules.approve') || hasRight(me, 'rules.edit')) && (
          <Button small kind="quiet" wide={false} busy={busy} onClick={() => void decide(false)}>
            {turn.ahead ? 'Отменить' : 'Отклонить'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What a new draft would be called: looking at another screen meanwhile loses nothing */
const typedTitles: Partial<Record<VersionKind, string>> = {}

function Drafts({ kind, book }: Pick<Part, 'book'> & { kind: VersionKind }) {
  const moment = useMoments()
  const [title, setTitle] = useState(typedTitles[kind] ?? '')
  const [, go] = useLocation()
  const { busy, act, field } = useAct()
  const start = () =>
    act(async (keyFor) => {
      const body = { title, kind }
      const { id } = await makeCall(startRuleDraft, { body }, { key: keyFor(body) })
      delete typedTitles[kind]
      go(`/rules/${id}`)
      return undefined
    })
  return (
    <>
      <h3>Черновики</h3>
      {book.drafts.length === 0 && <p>Черновиков нет</p>}
      <ul className={s.rows}>
        {book.drafts.map(({ id, name, title: what, changedBy, changedAt }) => (
          <li key={id}>
            <Link href={`/rules/${id}`}>
              {name}: {what}
            </Link>{' '}
            <small>
              {changedBy}, {moment(changedAt)}
            </small>
          </li>
        ))}
      </ul>
      {book.mayEdit && (
        <form
          className={s.form}
          onSubmit={(event) => {
            event.preventDefault()
            void start()
          }}
        >
          <TextField
            {...field('title')}
            label="Новый черновик: что и зачем меняем"
            value={title}
            maxLength={200}
            onChange={(next) => {
              typedTitles[kind] = next
              setTitle(next)
            }}
          />
          <Button type="submit" wide={false} busy={busy} disabled={title.trim() === ''}>
            Начать черновик
          </Button>
        </form>
      )}
    </>
  )
}

function Past({ kind, book, again }: Part & { kind: VersionKind }) {
  const moment = useMoments()
  const [back, setBack] = useState<RuleBook['versions'][number] | null>(null)
  const now = book.versions.find(({ inForce }) => inForce)
  return (
    <>
      <h3>Были и есть</h3>
      {book.versions.map((version) => (
        <Details
          key={version.sha256}
          title={
            <span>
              {version.name}, с {version.since.length === 10 ? version.since : moment(version.since)}{' '}
              {version.inForce && <Tag tone="good">действует</Tag>}
            </span>
          }
        >
          <div className={s.part}>
            <small>SHA-256 {version.sha256}</small>
            {!version.inForce && now && <Differences kind={kind} before={now.rows} after={version.rows} />}
            {!version.inForce && book.mayEdit && (
              <Button small kind="soft" wide={false} onClick={() => setBack(version)}>
                Вернуть {version.name}
              </Button>
            )}
          </div>
        </Details>
      ))}
      <AskForce
        title={`Вернуть ${back?.name ?? ''}`}
        open={back !== null}
        onClose={() => setBack(null)}
        ask={async (asked, key) => {
          const body = { ...asked, sha256: back?.sha256 ?? '' }
          await makeCall(bringBackRules, { body }, { key })
          again()
        }}
      />
    </>
  )
}
