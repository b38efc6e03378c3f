import { ruleBook } from '#contract/calls/office/workbench.ts'
import type { DraftTexts } from '#contract/versions/texts.ts'
import { Soft } from '#ui/frame/Stack.tsx'
import { Screen } from '../frame/Screen.tsx'
import { useRead } from '../useRead.ts'
import s from './Rules.module.css'
import { TextList } from './TextList.tsx'
import { Versions } from './Versions.tsx'

/** What borrowers are told: the words in force, their versions and drafts */
export function Texts() {
  const { data, mutate } = useRead(ruleBook, { query: { kind: 'texts' } })
  const now = data?.versions.find(({ inForce }) => inForce)
  return (
    <Screen title="Тексты">
      <Soft>
        Что сервер пишет клиентам сам и по шаблонам сотрудников. Коды и письма с документами своими словами не пишем.
      </Soft>
      <Versions kind="texts" onTurned={() => void mutate()} />
      {now && (
        <section className={s.part} aria-label="Действуют сейчас">
          <h2>Действуют сейчас: {now.name}</h2>
          <TextList rows={now.rows as DraftTexts} />
        </section>
      )}
    </Screen>
  )
}
