/** What the folders of `steps/` declare, for code that runs before theirs has come: see checks/setup/declaredSteps.ts */
declare module 'virtual:steps' {
  import type { Audience, ScreenMode } from '#contract/step.ts'

  /** By path of the screen */
  export const modes: Readonly<
    Record<string, { readonly number: number; readonly mode: ScreenMode; readonly audience: Audience }>
  >
}

declare module 'virtual:flow' {
  import type { StepDefinition } from '#contract/step.ts'

  /** The filling steps in their order */
  export const flowSteps: readonly StepDefinition[]
}
