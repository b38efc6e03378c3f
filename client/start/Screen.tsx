import { useState } from 'react'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { ruleOn } from '#contract/rules.ts'
import { noBreakSpace } from '#contract/spaces.ts'
import { findProduct, wishOf } from '#contract/wish.ts'
import { dateInZone } from '#contract/zones.ts'
import { Anchor } from '#ui/actions/Anchor.tsx'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { Calculator } from '#ui/request/Calculator.tsx'
import { keepWish, keptWish } from '#ui/request/keptWish.ts'
import { type AuthScreenProps, useServices } from '#ui/services.ts'
import { ListRow } from '#ui/show/ListRow.tsx'
import s from './Screen.module.css'

/** The start: what it costs, what is needed, and the way in */
export default function Start({ authStatus }: AuthScreenProps) {
  const { lender, now } = useServices()
  const [raw, setRaw] = useState(() => keptWish(lender))
  const wish = wishOf(raw, lender)
  const today = dateInZone(now(), lender.zone)
  const signedIn = authStatus === 'ok_auth'
  const product = findProduct(lender, wish.product)
  const free = product?.firstLoanFreeUpTo
  const advertising = ruleOn(lender.rules, 'advertisingPhrases', today)
  return (
    <Page
      title="Заём онлайн"
      heading={`Сколько нужно ${product?.kind === 'single' ? `до${noBreakSpace}зарплаты` : 'надолго'}?`}
      aside={signedIn ? { href: '/step3', text: 'Рабочий стол' } : { href: '/step2', text: 'Войти' }}
    >
      <Card>
        <Calculator
          wish={wish}
          // a first loan may be cheaper, never dearer: whether it is the first is known after signing in
          context={{ lender, today, firstLoan: false }}
          onChange={(change) => {
            const next = { ...raw, ...wish, ...change, promo: raw.promo ?? '' }
            setRaw(next)
            keepWish(next)
          }}
        />
      </Card>
      <ButtonLink href="/step19">Получить {formatRoubles(kopecks(wish.amount))}</ButtonLink>
      {free !== undefined && (
        <Notice>
          Первый заём до {formatRoubles(free)} — без процентов: вернёте{' '}
          {wish.amount > free ? 'столько же, сколько получите' : formatRoubles(kopecks(wish.amount))}.
        </Notice>
      )}
      <Soft>
        Нужны паспорт, СНИЛС или ИНН и телефон с камерой. Ответы сохраняются сами: можно прерваться и вернуться.
      </Soft>
      {advertising && (
        // not a style attribute: the start drawn ahead is HTML, where the policy refuses them
        <div className={s.law} ref={(block) => block?.style.setProperty('--share', String(advertising.areaPercent))}>
          {advertising.phrases.map((phrase) => (
            <p key={phrase}>{phrase}</p>
          ))}
        </div>
      )}
      <Card>
        <ListRow
          icon="documents"
          title="Документы и условия"
          sub="Тарифы, согласия, реестр, куда пожаловаться"
          href="/docs"
        />
        <ListRow
          icon="message"
          title="Задать вопрос"
          sub={lender.contacts.messengerName}
          href={lender.contacts.messengerLink}
          away
        />
      </Card>
      <p className={s.legal}>
        {lender.legal.shortName}, ОГРН {lender.legal.ogrn}, рег. номер в реестре Банка России{' '}
        {lender.legal.registryNumber}. <Anchor href="/docs">Подробнее</Anchor>
      </p>
    </Page>
  )
}
