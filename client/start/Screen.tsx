import { useState } from 'react'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { ruleOn } from '#contract/rules.ts'
import { noBreakSpace } from '#contract/spaces.ts'
import type { Raw } from '#contract/step.ts'
import { findProduct, wishOf, wishQuery } from '#contract/wish.ts'
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
import { freeLoanWords } from './freeLoan.ts'
import s from './Screen.module.css'

/** The start: what it costs, what is needed, and the way in. `drawn`: the wish of a picture drawn ahead */
export default function Start({ authStatus, drawn }: AuthScreenProps & { drawn?: Raw }) {
  const { lender, now } = useServices()
  const [raw, setRaw] = useState(() => drawn ?? keptWish(lender))
  const wish = wishOf(raw, lender)
  const today = dateInZone(now(), lender.zone)
  const signedIn = authStatus === 'ok_auth'
  const product = findProduct(lender, wish.product)
  const free = freeLoanWords(product, wish.amount)
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
      <ButtonLink href={`/step19?${wishQuery(wish)}`}>Получить {formatRoubles(kopecks(wish.amount))}</ButtonLink>
      {free && <Notice>{free}</Notice>}
      <Soft>
        Нужны паспорт, СНИЛС или ИНН и телефон с камерой. Ответы сохраняются сами: можно прерваться и вернуться.
      </Soft>
      {lender.flow.trial && (
        <ButtonLink kind="quiet" href="/trial">
          Попробовать без своих данных
        </ButtonLink>
      )}
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
