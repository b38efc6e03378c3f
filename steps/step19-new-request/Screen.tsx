import { useState } from 'react'
import { createRequest } from '#contract/calls/requests.ts'
import { newRequestFor } from '#contract/newRequest.ts'
import { formatDays } from '#contract/russian.ts'
import { type FlowContext, validateStep } from '#contract/step.ts'
import { dateInZone } from '#contract/zones.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { SignInForm } from '#ui/auth/SignInForm.tsx'
import { CallError } from '#ui/callError.ts'
import { ErrorSummary } from '#ui/feedback/ErrorSummary.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Page } from '#ui/frame/Page.tsx'
import { Stack } from '#ui/frame/Stack.tsx'
import { forgetWish, keepWish, keptWish } from '#ui/request/keptWish.ts'
import { useLenderWithPromos } from '#ui/request/promos.ts'
import { RequestFields } from '#ui/request/RequestFields.tsx'
import { RequestsAwaited } from '#ui/request/RequestsFailed.tsx'
import { WishPrice } from '#ui/request/WishPrice.tsx'
import { type AuthScreenProps, useServices } from '#ui/services.ts'
import { useAct } from '#ui/useAct.ts'
import { step } from './step.ts'

export default function Screen({ authStatus }: AuthScreenProps) {
  const { call, go, refresh, lender: published, requests, now, holdRequest, showError } = useServices()
  const lender = useLenderWithPromos(published)
  const [raw] = useState(() => keptWish(lender))
  const [confirming, setConfirming] = useState(false)
  const today = dateInZone(now(), lender.zone)
  const context: FlowContext = {
    type: 'loan',
    today,
    lender,
    firstLoan: authStatus === 'ok_auth' && requests !== null && !requests.some((request) => request.loan),
    facts: {},
  }

  const { busy, act } = useAct((error) => {
    if (error instanceof CallError && error.code === 'invalid_answers') form.setErrors(error.issues)
    else if (error instanceof CallError && error.code === 'not_signed_in') setConfirming(true)
    else showError(error)
  })
  const create = (typed: typeof raw) =>
    act(async (keyFor) => {
      const body = { raw: typed }
      const request = await call(createRequest, { body }, { key: keyFor(body) })
      holdRequest(request._id)
      forgetWish()
      await refresh()
      go(`/step${request.allowedFillRequest ? 5 : 3}`, { replace: true })
    })

  const form = useForm({
    raw,
    validate: (typed) => validateStep(step, typed, context),
    onChange: keepWish,
    onAccept: (_answers, typed) => {
      if (authStatus === 'ok_auth') void create(typed)
      else setConfirming(true)
    },
  })

  // Once signed in, the flag and the price of a first loan stand before the form. What this screen itself has under way goes on.
  if (authStatus === 'ok_auth' && !busy && !confirming) {
    if (!requests) return <RequestsAwaited title={step.title} back="/step3" />
    const verdict = newRequestFor(requests, lender, today)
    if (!verdict.may) return <NotNow days={verdict.why === 'short' ? verdict.days : undefined} />
  }
  const price = <WishPrice raw={form.raw} context={context} />
  if (confirming)
    return (
      <SignInForm
        action="Получить код"
        focused
        place={(asked, button) => (
          <Page
            title="Подтвердите телефон"
            back={() => setConfirming(false)}
            dock={
              <>
                {price}
                {button}
              </>
            }
          >
            {asked}
          </Page>
        )}
        onDone={async () => {
          await refresh()
          await create(form.raw as typeof raw)
          setConfirming(false)
        }}
      />
    )
  return (
    <Page
      title={step.title}
      back={authStatus === 'ok_auth' ? '/step3' : '/'}
      dock={
        <>
          {price}
          <Button {...form.button} busy={busy}>
            Продолжить
          </Button>
        </>
      }
    >
      <ErrorSummary {...form.summary} />
      <form {...form.element}>
        <Stack>
          <RequestFields form={form} context={context} authStatus={authStatus} />
        </Stack>
      </form>
    </Page>
  )
}

function NotNow({ days }: { days: number | undefined }) {
  return (
    <Page title={step.title}>
      {days === undefined ? (
        <Notice title="У вас уже есть открытая заявка">Новую можно подать, когда эта закончится.</Notice>
      ) : (
        <Notice title="Сначала верните заём">
          Пока не возвращён заём до {formatDays(days)}, ещё один такой же закон выдать не разрешает.
        </Notice>
      )}
      <ButtonLink href="/step3">На рабочий стол</ButtonLink>
    </Page>
  )
}
