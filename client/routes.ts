import type { ComponentType } from 'react'
import type { StepDefinition } from '#contract/step.ts'
import type { AuthScreenProps } from '#ui/services.ts'
import { type LazyScreen, lazyScreen } from '#ui/shell/lazyScreen.tsx'
import { mayPrefetch } from './prefetch.ts'
import { StartWaiting } from './start/StartWaiting.tsx'

export type Route = {
  readonly path: string
  readonly Screen: LazyScreen<Record<string, never>>
}

type ScreenModule = { readonly default: ComponentType<never>; readonly whole?: boolean }
type StepModule = { readonly step: StepDefinition }

const stepScreens = import.meta.glob<ScreenModule>('../steps/*/Screen.tsx')
const stepDefinitions = import.meta.glob<StepModule>('../steps/*/step.ts')
const start = import.meta.glob<ScreenModule>('./start/Screen.tsx')
const named = import.meta.glob<ScreenModule>('./screens/*/Screen.tsx')

/** `../steps/step09-passport/Screen.tsx` is at `/step9` */
export function stepPath(file: string): string | null {
  const number = /\/step(\d+)-[^/]+\/[^/]+$/.exec(file)?.[1]
  return number ? `/step${Number(number)}` : null
}

/** Every screen of the app. A numbered one is found by its folder, and its step says who may see it */
export const routes: readonly Route[] = [
  ...Object.values(start).map((load) => ({ path: '/', Screen: lazyScreen(() => behindAuth(load), StartWaiting) })),
  ...Object.entries(named).map(([file, load]) => ({
    path: `/${file.split('/')[2]}`,
    Screen: lazyScreen(async () => (await load()).default as ComponentType),
  })),
  { path: '/steperrornoauth', Screen: lazyScreen(async () => (await import('./screens/NoAuth.tsx')).default) },
  ...Object.entries(stepScreens).flatMap(([file, load]) => {
    const path = stepPath(file)
    const define = stepDefinitions[file.replace('Screen.tsx', 'step.ts')]
    return path && define ? [{ path, Screen: lazyScreen(() => numbered(load, define)) }] : []
  }),
]

async function behindAuth(load: () => Promise<ScreenModule>): Promise<ComponentType> {
  const [{ default: Screen }, { withAuth }] = await Promise.all([load(), import('./gates/withAuth.tsx')])
  return withAuth(Screen as ComponentType<AuthScreenProps>, StartWaiting)
}

/** Puts a numbered screen behind the gate of its mode */
async function numbered(load: () => Promise<ScreenModule>, define: () => Promise<StepModule>): Promise<ComponentType> {
  const [module, { step }] = await Promise.all([load(), define()])
  if (step.mode === 'public') return module.default as ComponentType
  if (step.mode === 'auth')
    return (await import('./gates/withAuth.tsx')).withAuth(module.default as ComponentType<AuthScreenProps>)
  const { withRequest } = await import('./filling/withRequest.tsx')
  return withRequest(step, module.default as ComponentType<object>, module.whole === true)
}

for (const { path, Screen } of routes) mayPrefetch(path, Screen.prefetch)
