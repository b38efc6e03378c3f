import { signPage } from '#contract/flow.ts'
import { validateStep } from '#contract/step.ts'
import { Anchor } from '#ui/actions/Anchor.tsx'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { AcceptedPrice } from '#ui/request/AcceptedPrice.tsx'
import type { RequestScreenProps } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'

export default function Screen({ detail, needed, context }: RequestScreenProps) {
  const correcting = (detail.request.returned?.length ?? 0) > 0
  const sheets = needed.map((step) => {
    const kept = detail.steps.find(({ number }) => number === step.number)
    const checked = validateStep(step, kept?.raw ?? {}, context)
    const rows = checked.ok ? step.summary(checked.answers, context) : []
    return {
      step,
      rows,
      problems: checked.ok ? [] : checked.issues.map(({ message }) => message),
      ok: checked.ok,
      mayChange: !correcting || kept?.returned === true || !checked.ok,
    }
  })
  const broken = sheets.find((sheet) => !sheet.ok)
  return (
    <Page
      title="Проверьте ответы"
      back="/step5"
      dock={
        <>
          <AcceptedPrice context={context} />
          {broken ? (
            <ButtonLink href={`/step${broken.step.number}?from=check`}>Поправить: {broken.step.title}</ButtonLink>
          ) : (
            <ButtonLink href={`/step${signPage}`}>Всё верно, подписать</ButtonLink>
          )}
        </>
      }
    >
      <Soft>Заявку увидит сотрудник ровно такой. Если что-то не так, поправьте сейчас.</Soft>
      {sheets.map(({ step, rows, ok, problems, mayChange }) => (
        <Card key={step.number} title={step.title}>
          {ok ? (
            <Lines lines={rows.map(({ label, value }, place) => ({ label, value, key: `${place}` }))} />
          ) : (
            <Notice tone="warn" title="Нужно поправить">
              {problems.join('. ')}.
            </Notice>
          )}
          {mayChange && (
            <Anchor href={`/step${step.number}?from=check`} aria-label={`Изменить: ${step.title}`}>
              Изменить
            </Anchor>
          )}
        </Card>
      ))}
    </Page>
  )
}
