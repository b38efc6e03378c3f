import { modes } from 'virtual:steps'
import type { ComponentType } from 'react'
import { pagePath } from '#contract/routes.ts'
import type { Audience, ScreenMode, StepDefinition } from '#contract/step.ts'
import type { AuthScreenProps, RequestScreenProps } from '#ui/services.ts'
import { awaitedScreen } from '#ui/shell/awaitedScreen.ts'
import type { LazyScreen } from '#ui/shell/lazyScreen.tsx'
import { mayPrefetch } from './prefetch.ts'

export type Route = {
  readonly path: string
  /** Who may see it: what its step declares, anybody where it is no step */
  readonly mode: ScreenMode
  readonly audience: Audience
  /** Of a step */
  readonly number: number
  readonly Screen: LazyScreen<ScreenProps>
}

/** What a gate gives its screens: each takes what its mode has */
export type ScreenProps = Partial<AuthScreenProps & RequestScreenProps>

type ScreenModule = { readonly default: ComponentType<ScreenProps>; readonly whole?: boolean }
type StepModule = { readonly step: StepDefinition }

const stepScreens = import.meta.glob<ScreenModule>('../steps/*/Screen.tsx')
const stepDefinitions = import.meta.glob<StepModule>('../steps/*/step.ts')
const named = import.meta.glob<ScreenModule>('./screens/*/Screen.tsx')

/** Every screen of the app but the start. A numbered one is found by its folder, and its step says who may see it */
export const routes: readonly Route[] = [
  ...Object.entries(named).flatMap(([file, load]) => {
    const path = pagePath(file)
    const Screen = awaitedScreen(async () => (await load()).default)
    return path ? [{ path, mode: 'public' as const, audience: 'anyone' as const, number: 0, Screen }] : []
  }),
  ...Object.entries(stepScreens).flatMap(([file, load]) => {
    const path = pagePath(file)
    const define = stepDefinitions[file.replace('Screen.tsx', 'step.ts')]
    const declared = path && modes[path]
    if (!path || !define || !declared) return []
    const { mode } = declared
    const Screen = awaitedScreen(
      mode === 'verification' ? () => inRoom(load, define) : async () => (await load()).default,
    )
    return [{ path, ...declared, Screen }]
  }),
]

/** A screen of the filling, with the frame around the fields of a form */
async function inRoom(load: () => Promise<ScreenModule>, define: () => Promise<StepModule>) {
  const [module, { step }, { framed }] = await Promise.all([load(), define(), import('./filling/Filling.tsx')])
  return framed(step, module.default as ComponentType<object>, module.whole === true) as ComponentType<ScreenProps>
}

for (const { path, Screen } of routes) mayPrefetch(path, Screen.prefetch)
