import type { ComponentType } from 'react'
import type { RequestScreenProps } from '#ui/services.ts'
import { awaitedScreen } from '#ui/shell/awaitedScreen.ts'

const modules = import.meta.glob<{ default: ComponentType<RequestScreenProps> }>(
  '../../../steps/step{27,28,29,30,31}-*/Screen.tsx',
)

/** The screens of the capture by step number */
export const captureScreens: ReadonlyMap<number, ComponentType<RequestScreenProps>> = new Map(
  Object.entries(modules).map(([file, load]) => [
    Number(/\/step(\d+)-/.exec(file)?.[1]),
    awaitedScreen(async () => (await load()).default),
  ]),
)
