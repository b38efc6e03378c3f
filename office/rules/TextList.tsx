import { isNotice, notices } from '#contract/notices.ts'
import { type DraftTexts, noticeKinds, textIssues } from '#contract/versions/texts.ts'
import { TextArea } from '#ui/fields/TextField.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { faultAt } from './NumberField.tsx'
import s from './Rules.module.css'

type Props = {
  rows: DraftTexts
  /** Absent: to be read */
  onChange?: ((rows: DraftTexts) => void) | undefined
}

/** The words of every notice, each with its fault at its field */
export function TextList({ rows, onChange }: Props) {
  const issues = textIssues(rows)
  const strange = Object.keys(rows).filter((kind) => !isNotice(kind))
  return (
    <>
      <Soft>
        Названия в скобках сервер заменяет значениями. Перед текстом стоит название организации. О просрочке нужно
        назвать всё, что велит закон.
      </Soft>
      {noticeKinds.map((kind) => {
        const { title, when } = notices[kind]
        const words = rows[kind] ?? ''
        return (
          <section key={kind} className={s.product} aria-label={title}>
            {onChange ? (
              <TextArea
                id={`text-${kind}`}
                name={kind}
                label={title}
                hint={`${when[0]?.toUpperCase()}${when.slice(1)}`}
                value={words}
                maxLength={600}
                error={faultAt(issues, `rows.${kind}`)}
                onChange={(next) => onChange({ ...rows, [kind]: next })}
              />
            ) : (
              <>
                <h2>{title}</h2>
                <p>{words}</p>
              </>
            )}
          </section>
        )
      })}
      {strange.length > 0 && <p className={s.fault}>Сообщений больше нет: {strange.join(', ')}</p>}
    </>
  )
}
