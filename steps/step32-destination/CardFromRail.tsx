import { useEffect, useState } from 'react'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { FieldError } from '#ui/fields/FieldNotes.tsx'
import type { Form } from '#ui/form/useForm.ts'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'

const stateKey = 'zayavka.card'

/** What the rail's page came back with, once. Only what this tab asked for counts: a link with somebody else's card does nothing. */
function comeBack(): string | null {
  const given = new URLSearchParams(location.hash.slice(1))
  const card = given.get('card')
  if (!card) return null
  history.replaceState(history.state, '', location.pathname)
  const ours = sessionStorage.getItem(stateKey)
  sessionStorage.removeItem(stateKey)
  return ours && given.get('state') === ours ? card : null
}

type CardFromRailProps = { form: Form; page: string | undefined }

/** The card is named on the rail's own page; its token and last four digits come back in the address, behind the `#`. */
export function CardFromRail({ form, page }: CardFromRailProps) {
  const { newKey } = useServices()
  const [state] = useState(newKey)
  const [named] = useState(comeBack)
  const { value, error, id = 'card' } = form.text('card')
  // Until it stands: a draft read from the device a moment later knows nothing of it.
  useEffect(() => {
    if (named && value !== named) form.patch({ card: named })
  }, [named, value, form])

  if (page === undefined) return null
  return (
    <>
      {value && <p role="status">Карта •• {value.slice(-4)}</p>}
      <div id={id} tabIndex={-1}>
        <ButtonLink
          kind="soft"
          href={`${page}?state=${state}`}
          onClick={() => sessionStorage.setItem(stateKey, state)}
          aria-describedby={error ? `${id}-error` : undefined}
        >
          {value ? 'Указать другую карту' : 'Указать карту на странице банка'}
        </ButtonLink>
        <FieldError id={id} error={error} />
      </div>
      <Soft>Номер карты вводится у банка: у нас его не будет, мы увидим только последние четыре цифры.</Soft>
    </>
  )
}
