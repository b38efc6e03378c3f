import { ButtonLink } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Screen } from './Screen.tsx'

/** Where there is nothing to see, or no right to see it */
export function NoScreen({ title }: { title: string }) {
  return (
    <Screen title={title}>
      <Empty
        icon="question"
        title="Здесь ничего нет"
        action={
          <ButtonLink small kind="soft" href="/">
            К очереди
          </ButtonLink>
        }
      >
        Проверьте адрес или спросите администратора о правах.
      </Empty>
    </Screen>
  )
}
