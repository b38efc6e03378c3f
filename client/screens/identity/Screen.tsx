import { useEffect, useRef, useState } from 'react'
import { adoptIdentity, finishIdentity } from '#contract/calls/identity.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { SignInForm } from '#ui/auth/SignInForm.tsx'
import { CallError } from '#ui/callError.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { Tick } from '#ui/fields/Tick.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { useServices } from '#ui/services.ts'
import { useGo } from '#ui/useGo.ts'

type State = { readonly at: 'asking' } | { readonly at: 'newcomer' } | { readonly at: 'failed'; readonly why: string }

/** What the browser brought, once; the address forgets it before anything else happens. */
function brought() {
  const found = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  history.replaceState(history.state, '', location.pathname)
  const { provider = '', state = '', code, error, error_description: errorDescription, iss } = found
  return {
    provider,
    state,
    ...(code && { code }),
    ...(error && { error: error.slice(0, 200) }),
    ...(errorDescription && { errorDescription: errorDescription.slice(0, 2000) }),
    ...(iss && { iss }),
  }
}

/** Drawn twice, it is asked once. */
let asking: ReturnType<typeof brought> | undefined

const words = (error: unknown): string => {
  if (!(error instanceof CallError)) return 'Проверьте связь и начните ещё раз.'
  return typeof error.details.words === 'string' ? error.details.words : error.message
}

/** `/identity#…`: where a provider of identity sends people back to */
export default function IdentityScreen() {
  const { call, refresh } = useServices()
  const go = useGo()
  const [state, setState] = useState<State>({ at: 'asking' })
  const [links, setLinks] = useState(false)
  const [agrees, setAgrees] = useState(false)
  const began = useRef(false)

  useEffect(() => {
    if (location.hash.length > 1) asking = brought()
    if (began.current || !asking?.state) {
      if (!asking?.state) setState({ at: 'failed', why: 'Здесь заканчивают начатое подтверждение, а его нет.' })
      return
    }
    began.current = true
    call(finishIdentity, { body: asking }).then(
      async ({ result, screen }) => {
        asking = undefined
        if (result === 'newcomer') return setState({ at: 'newcomer' })
        await refresh()
        go(screen, { replace: true })
      },
      (error: unknown) => {
        asking = undefined
        setState({ at: 'failed', why: words(error) })
      },
    )
  }, [call, go, refresh])

  /** Without the person's word what came is left to go by itself, and the account has only its phone. */
  async function adopt() {
    const adopting = agrees ? call(adoptIdentity, { body: { link: links, agreed: true } }) : Promise.resolve()
    const done = await adopting.then(
      () => true,
      (error: unknown) => {
        setState({ at: 'failed', why: words(error) })
        return false
      },
    )
    await refresh()
    if (done) go('/step3', { replace: true })
  }

  if (state.at === 'asking') return <Placeholder />
  if (state.at === 'failed')
    return (
      <Page title="Не получилось подтвердить">
        <Notice tone="bad" live>
          {state.why}
        </Notice>
        <ButtonLink href="/step3">Дальше</ButtonLink>
      </Page>
    )
  return (
    <Page title="Остался телефон">
      <p>Вы подтвердили, кто вы. Теперь телефон: на нём держится личный кабинет, и без кода из СМС его не открыть.</p>
      <SignInForm action="Получить код" onDone={adopt} />
      <Tick
        id="identity-agreed"
        label="Разрешаю использовать мои данные оттуда"
        mark="по желанию"
        document={{ href: '/docs#identity', title: 'Прочитать согласие' }}
        checked={agrees}
        onChange={setAgrees}
        onBlur={() => {}}
      />
      {agrees && (
        <Tick
          id="identity-link"
          label="Дальше входить так же, без СМС"
          checked={links}
          onChange={setLinks}
          onBlur={() => {}}
        />
      )}
    </Page>
  )
}
