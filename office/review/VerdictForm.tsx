import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ReviewItem } from '#contract/calls/office/review.ts'
import { classes } from '#ui/classes.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { Kbd } from '#ui/show/Tag.tsx'
import { useKeys } from '../keys/useKeys.ts'
import { type Draft, lacks } from './marks.ts'
import { clientText, reasonChoices } from './reasons.ts'
import s from './VerdictForm.module.css'

type Props = {
  item: ReviewItem
  draft: Draft
  /** The request is in one's own hands: else words only, and no keys */
  held: boolean
  /** The last write did not reach the server */
  unkept: boolean
  /** `commit` false: words still being typed */
  onChange(change: Draft, commit?: boolean): void
  onRight(): void
}

/** The verdict on one item: a key each for «верно» and for what is wrong, words for the client and for the staff */
export function VerdictForm({ item, draft, held, unkept, onChange, onRight }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [noting, setNoting] = useState(Boolean(draft.internal))
  const choices = reasonChoices(item)
  /** The field is drawn at once: the next letter is typed into it, and is no key */
  const focus = (name: string, draw: () => void = () => undefined) => {
    flushSync(draw)
    box.current?.querySelector<HTMLElement>(`[data-field="${name}"] textarea`)?.focus()
  }

  const right = () => {
    onChange({ verdict: 'ok' })
    onRight()
  }
  const doubt = () => {
    focus('internal', () => {
      onChange({ verdict: 'fraud' })
      setNoting(true)
    })
  }
  const wrong = (reason: Draft['reason']) => {
    const mark = () => onChange({ verdict: 'fix', reason })
    if (reason === 'other') focus('comment', mark)
    else mark()
  }
  const note = () => focus('internal', () => setNoting(true))

  const keys = {
    1: right,
    f: doubt,
    i: note,
    c: draft.verdict === 'fix' ? () => focus('comment') : undefined,
    ...Object.fromEntries(choices.map(({ digit, reason }) => [digit, () => wrong(reason)])),
  }
  useKeys(held ? keys : {})

  const missing = draft.verdict ? lacks(draft) : ''
  return (
    <div className={s.form} ref={box}>
      {!held && (
        <Notice tone="warn" title="Заявка больше не у вас" live>
          Слова, которые вы набрали, сохраняются. Отметить пункт можно будет, когда заявка снова будет у вас.
        </Notice>
      )}
      <fieldset className={s.keys} aria-label="Отметка" disabled={!held}>
        <Mark digit="1" text="Верно" tone={s.ok} pressed={draft.verdict === 'ok'} onClick={right} />
        {choices.map(({ digit, reason, text }) => (
          <Mark
            key={reason}
            digit={digit}
            text={text}
            tone={s.fix}
            pressed={draft.verdict === 'fix' && draft.reason === reason}
            onClick={() => wrong(reason)}
          />
        ))}
        <Mark digit="F" text="Подозрение" tone={s.fix} pressed={draft.verdict === 'fraud'} onClick={doubt} />
      </fieldset>
      {draft.verdict === 'fix' && (
        <div data-field="comment">
          <TextArea
            label={
              <>
                Комментарий клиенту <Kbd>C</Kbd>
              </>
            }
            hint={draft.reason !== 'other' && `Клиент прочтёт: «${clientText(draft.reason)}»`}
            maxLength={1000}
            value={draft.comment ?? ''}
            onChange={(comment) => onChange({ comment }, false)}
            onBlur={() => onChange({})}
          />
        </div>
      )}
      {noting ? (
        <div data-field="internal">
          <TextArea
            label={
              <>
                Заметка для коллег <Kbd>I</Kbd>
              </>
            }
            hint="Клиент её не увидит"
            maxLength={1000}
            value={draft.internal ?? ''}
            onChange={(internal) => onChange({ internal }, false)}
            onBlur={() => onChange({})}
          />
        </div>
      ) : (
        <button type="button" className={s.more} onClick={note}>
          Заметка для коллег <Kbd>I</Kbd>
        </button>
      )}
      {missing && <Notice tone="warn">{missing}</Notice>}
      {unkept && held && (
        <Notice tone="bad" live>
          Отметка ещё не сохранена. Она останется здесь и уйдёт, когда заявка снова будет у вас.
        </Notice>
      )}
    </div>
  )
}

type MarkProps = { digit: string; text: string; tone: string | undefined; pressed: boolean; onClick(): void }

function Mark({ digit, text, tone, pressed, onClick }: MarkProps) {
  return (
    <button type="button" className={classes(s.mark, pressed && tone)} aria-pressed={pressed} onClick={onClick}>
      <Kbd>{digit}</Kbd> {text}
    </button>
  )
}
