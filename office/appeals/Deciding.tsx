import { useState } from 'react'
import { type AppealOutcome, appealOutcomes, outcomeOf } from '#contract/appeals.ts'
import { confirmAppeal, decideAppeal } from '#contract/calls/office/appeals.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Choice } from '#ui/fields/Choice.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { makeCall } from '../calls.ts'
import s from '../loans/Loans.module.css'
import { useAct } from '../useAct.ts'
import type { AppealPage } from './AppealScreen.tsx'

/** «Да» or «нет» of a person; nothing is chosen beforehand */
type Said = 'yes' | 'no' | ''
const yesNo = [
  { value: 'yes', label: 'да' },
  { value: 'no', label: 'нет' },
] as const

/** The answer: one writes it, and where it takes two another one says yes to exactly that */
export function Deciding({ page, again }: { readonly page: AppealPage; again(): void }) {
  const { proposal, kind, id, version } = page
  const [outcome, setOutcome] = useState<AppealOutcome | ''>(proposal?.outcome ?? '')
  const [answer, setAnswer] = useState(proposal?.answer ?? '')
  const [payments, setPayments] = useState(String(proposal?.terms?.payments ?? 6))
  const [everyDays, setEveryDays] = useState(String(proposal?.terms?.everyDays ?? 30))
  const [ground, setGround] = useState<Said>('')
  const [noJudgment, setNoJudgment] = useState<Said>('')
  const { busy, act, field } = useAct()
  const options = Object.entries(appealOutcomes[kind]).map(([value, { title }]) => ({
    value: value as AppealOutcome,
    label: title,
  }))
  const two = outcome !== '' && outcomeOf(kind, outcome)?.two
  const terms = outcome === 'offered' ? { terms: { payments: Number(payments), everyDays: Number(everyDays) } } : {}
  const holiday = kind === 'holiday'
  const seen = holiday && ground && noJudgment
  const judged = seen ? { judged: { ground: ground === 'yes', noJudgment: noJudgment === 'yes' } } : {}

  const decide = () =>
    act(async () => {
      if (!outcome) return undefined
      const body = { version, outcome, answer: answer.trim(), ...terms, ...judged }
      const { done } = await makeCall(decideAppeal, { params: { id }, body })
      again()
      return done ? 'Ответ дан, клиенту сказали' : 'Нужен второй сотрудник: ответ ждёт его слова'
    })
  const confirm = () =>
    act(async () => {
      await makeCall(confirmAppeal, { params: { id }, body: { version } })
      again()
      return 'Ответ дан, клиенту сказали'
    })

  return (
    <Card title="Ответить">
      <div className={s.form}>
        {proposal && (
          <Notice title={`${proposal.by}: ${outcomeOf(kind, proposal.outcome)?.title.toLowerCase() ?? ''}`}>
            {proposal.answer}
            {proposal.unkept.length > 0 && ` Не выполнено: ${proposal.unkept.join('; ')}.`}
            {proposal.terms && ` Платежей: ${proposal.terms.payments}, раз в ${proposal.terms.everyDays} дн.`}
          </Notice>
        )}
        {proposal?.mayConfirm && (
          <Button busy={busy} onClick={() => void confirm()}>
            Подтвердить ответ
          </Button>
        )}
        <Select<AppealOutcome>
          label="Решение"
          {...field('outcome')}
          placeholder="Выберите"
          options={options}
          value={outcome}
          onChange={setOutcome}
        />
        {holiday && outcome !== '' && (
          <>
            <Choice<Said>
              inline
              label="Документы подтверждают причину?"
              options={yesNo}
              value={ground}
              onChange={setGround}
            />
            <Choice<Said>
              inline
              label="Суд не взыскал долг, банкротства нет?"
              hint="Посмотрите картотеку дел и Федресурс. Ответ останется в журнале с вашим именем"
              options={yesNo}
              value={noJudgment}
              onChange={setNoJudgment}
            />
          </>
        )}
        {outcome === 'offered' && (
          <>
            <TextField label="Сколько платежей" inputMode="numeric" value={payments} onChange={setPayments} />
            <TextField label="Раз в сколько дней" inputMode="numeric" value={everyDays} onChange={setEveryDays} />
          </>
        )}
        <TextArea label="Ответ клиенту" {...field('answer')} maxLength={4000} value={answer} onChange={setAnswer} />
        {two && <p>Этот ответ подтверждает второй сотрудник.</p>}
        <Button
          kind={proposal?.mayConfirm ? 'soft' : 'primary'}
          busy={busy}
          disabled={!outcome || !answer.trim() || (holiday && !seen)}
          onClick={() => void decide()}
        >
          {proposal ? 'Ответить иначе' : 'Ответить'}
        </Button>
      </div>
    </Card>
  )
}
