import { publishedDocuments } from '#contract/calls/documents.ts'
import { sendRequest } from '#contract/calls/requests.ts'
import { checkPage } from '#contract/flow.ts'
import { Page } from '#ui/frame/Page.tsx'
import { AcceptedPrice } from '#ui/request/AcceptedPrice.tsx'
import { type RequestScreenProps, useServices } from '#ui/services.ts'
import { type Paper, SigningForm } from '#ui/signing/SigningForm.tsx'
import { useGo } from '#ui/useGo.ts'
import { useRead } from '#ui/useRead.ts'

const answers: Paper = {
  title: 'Заявление-анкета на получение займа',
  sub: 'Ваши ответы, какими вы их проверили',
  href: `/step${checkPage}`,
}

export default function Screen({ requestId, detail, context }: RequestScreenProps) {
  const { call, refresh } = useServices()
  const go = useGo()
  const given = context.facts.consents ?? []
  const { data, failure } = useRead(publishedDocuments, {})
  const consents = (data?.documents ?? [])
    .filter(({ id, use }) => use === 'consent' && given.includes(id))
    .map(({ id, title, version }) => ({ title, sub: `Редакция\u00a0${version}`, href: `/docs#${id}` }))

  return (
    <Page title="Подпишите заявку" back="/step36" dock={<AcceptedPrice context={context} />}>
      <SigningForm
        requestId={requestId}
        version={detail.request.version}
        purpose="application"
        about="Код из СМС — ваша подпись под заявкой и согласиями. Это ещё не договор займа: условия вы увидите и подпишете отдельно."
        before={data || failure !== null ? [answers, ...consents] : null}
        action="Получить код"
        sign={async ({ code, package: frozen, version, key }) => {
          await call(sendRequest, { params: { id: requestId }, body: { code, package: frozen, version } }, { key })
          await refresh()
          go('/step3', { replace: true })
        }}
      />
    </Page>
  )
}
