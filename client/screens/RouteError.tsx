import { Button } from '#ui/actions/Button.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'

/** What a failed route says of itself: the error's status text, else its message */
export function routeErrorText(error: unknown): string {
  if (typeof error === 'object' && error !== null) {
    if ('statusText' in error && error.statusText) return String(error.statusText)
    if ('message' in error && error.message) return String(error.message)
  }
  return String(error ?? '')
}

/** The route error screen */
export default function RouteError({ error }: { error: unknown }) {
  return (
    <Page title="Ошибка в роутинге" heading={null}>
      <Card main title="Ошибка в роутинге">
        <p>{routeErrorText(error)}</p>
        <Button onClick={() => location.assign('/step3')}>на рабочий стол</Button>
      </Card>
    </Page>
  )
}
