import { checkRuleDraft, type RuleDraft } from '#contract/calls/office/workbench.ts'
import type { VersionKind } from '#contract/versions/kinds.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'
import { issuesOf } from './issuesOf.ts'
import s from './Rules.module.css'

type Props = { draft: RuleDraft; unsaved: boolean; again(): void }

const looksFor: Readonly<Record<VersionKind, string>> = {
  decision:
    'Проверяем по всем возможным заявкам: у каждой есть решение, каждая строка кому-то достаётся, никому не даём против закона и чёрного списка, хуже — не лучше, у каждой причины есть русские слова.',
  tariffs:
    'Проверяем, как файл организации при запуске, и считаем каждую цену каждого продукта: ставка, полная стоимость, переплата и сумма не выходят за пределы закона сегодня. Пределы, которые начнут действовать позже, — предупреждения.',
  calendar: 'Проверяем, как файл организации при запуске: дни есть в календаре, ни один не назван дважды, год не пуст.',
  texts:
    'Проверяем, как файл организации при запуске: названы только значения, которые у сообщения есть, о просрочке сказано всё, что велит закон, ссылок нет.',
}

/** What is wrong with the table as a whole */
export function Checks({ draft, unsaved, again }: Props) {
  const { busy, act } = useAct()
  const { findings, mayEdit, closed, id } = draft
  const issues = issuesOf(draft.kind, draft.rows)
  const check = () =>
    act(async () => {
      const { findings: found } = await makeCall(checkRuleDraft, { params: { id } })
      again()
      return found.some(({ level }) => level === 'error') ? 'Есть что исправить' : 'Проверено'
    })
  const shown = findings ?? issues.map(({ message }) => ({ level: 'error' as const, message }))
  return (
    <div className={s.part}>
      <p>{looksFor[draft.kind]}</p>
      {mayEdit && !closed && (
        <Button wide={false} busy={busy} disabled={unsaved} onClick={() => void check()}>
          Проверить
        </Button>
      )}
      {unsaved && <p>Сначала сохраните черновик</p>}
      {findings?.length === 0 && (
        <Notice tone="good" live>
          Всё в порядке
        </Notice>
      )}
      {!findings && issues.length === 0 && <p>С последней правки не проверяли</p>}
      {shown.map(({ level, message }) => (
        <Notice key={message} tone={level === 'error' ? 'bad' : 'warn'}>
          {message}
        </Notice>
      ))}
    </div>
  )
}
