import type { ComponentType } from 'react'
import type { StepDefinition } from '#contract/step.ts'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import type { AuthScreenProps } from '#ui/services.ts'
import { awaitedScreen } from '#ui/shell/awaitedScreen.ts'
import type { LazyScreen } from '#ui/shell/lazyScreen.tsx'
import { withAuth } from './gates/withAuth.tsx'
import { mayPrefetch } from './prefetch.ts'

export type Route = {
  readonly path: string
  readonly Screen: LazyScreen<Record<string, never>>
}

type ScreenModule = { readonly default: ComponentType<never>; readonly whole?: boolean }
type StepModule = { readonly step: StepDefinition }

const stepScreens = import.meta.glob<ScreenModule>('../steps/*/Screen.tsx')
const stepDefinitions = import.meta.glob<StepModule>('../steps/*/step.ts')
const named = import.meta.glob<ScreenModule>('./screens/*/Screen.tsx')

/** `../steps/step09-passport/Screen.tsx` is at `/step9` */
export function stepPath(file: string): string | null {
  const number = /\/step(\d+)-[^/]+\/[^/]+$/.exec(file)?.[1]
  return number ? `/step${Number(number)}` : null
}

/** Every screen of the app but the start. A numbered one is found by its folder, and its step says who may see it */
export const routes: readonly Route[] = [
  ...Object.entries(named).map(([file, load]) => ({
    path: `/${file.split('/')[2]}`,
    Screen: awaitedScreen(async () => (await load()).default as ComponentType),
  })),
  { path: '/steperrornoauth', Screen: awaitedScreen(async () => (await import('./screens/NoAuth.tsx')).default) },
  ...Object.entries(stepScreens).flatMap(([file, load]) => {
    const path = stepPath(file)
    const define = stepDefinitions[file.replace('Screen.tsx', 'step.ts')]
    return path && define ? [{ path, Screen: awaitedScreen(() => numbered(load, define)) }] : []
  }),
]

/** Puts a numbered screen behind the gate of its mode */
async function numbered(load: () => Promise<ScreenModule>, define: () => Promise<StepModule>): Promise<ComponentType> {
  const [module, { step }] = await Promise.all([load(), define()])
  if (step.mode === 'public') return module.default as ComponentType
  if (step.mode === 'auth') return withAuth(module.default as ComponentType<AuthScreenProps>, Placeholder)
  const { withRequest } = await import('./filling/withRequest.tsx')
  return withRequest(step, module.default as ComponentType<object>, module.whole === true)
}

for (const { path, Screen } of routes) mayPrefetch(path, Screen.prefetch)
