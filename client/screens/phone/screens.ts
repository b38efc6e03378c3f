import type { ComponentType } from 'react'
import type { RequestScreenProps } from '#ui/services.ts'
import { awaitedScreen } from '#ui/shell/awaitedScreen.ts'
import type { LazyScreen } from '#ui/shell/lazyScreen.tsx'

const modules = import.meta.glob<{ default: ComponentType<RequestScreenProps> }>('../../../steps/*/Screen.tsx')

/** Screens by step number: the server says which of them this phone is to show */
export const stepScreens: ReadonlyMap<number, LazyScreen<RequestScreenProps>> = new Map(
  Object.entries(modules).map(([file, load]) => [
    Number(/\/step(\d+)-/.exec(file)?.[1]),
    awaitedScreen(async () => (await load()).default),
  ]),
)
